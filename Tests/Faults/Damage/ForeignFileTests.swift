import Doubles
import Foundation
import Programs
import Testing

@testable import Data

extension FaultTests {
  /// Files that Tally cannot use are refused and left unchanged, with all files beside them.
  @Suite struct ForeignFileTests {
    enum Foreign: String, CaseIterable, Sendable, CustomTestStringConvertible {
      case empty, text, database
      case databaseWithLog = "database with a write-ahead log"
      case databaseWithJournal = "database with a hot journal"
      case newer = "store of a newer version"
      case newerWithJournal = "store of a newer version with a hot journal"

      var testDescription: String { rawValue }
    }

    @Test(arguments: Foreign.allCases)
    func `A file that is not a store is refused, and left unchanged`(_ foreign: Foreign)
      async throws
    {
      let tally = try TallyProgram()
      var outcomes: [TallyProgram.Run] = []
      let isKept = try await isKept(foreign) { path in
        for command in [["list"], ["check"], ["up", "main"], ["backup", "\(path)-copy"]] {
          outcomes.append(try await tally.run(command + ["--store", path]))
        }
      }
      let isRefused = outcomes.allSatisfy { $0.status == 74 && $0.output.isEmpty }
      Figures.note(
        "foreign file: \(foreign.rawValue)", asked: "refused, left as it was",
        reached:
          "\(isRefused ? "refused" : "\(outcomes)"), \(isKept ? "left as it was" : "changed")")
      #expect(isRefused, "\(outcomes)")
      #expect(isKept)
    }

    @Test(arguments: [Foreign.databaseWithLog, .databaseWithJournal, .newerWithJournal])
    func `A program that opens a file before checking it is detected`(_ foreign: Foreign)
      async throws
    {
      let isKept = try await isKept(foreign) { path in
        // The file may be unreadable after SQLite has rolled back a foreign journal.
        try? await SQLiteStore.attaching(path) {
          _ = try $0.values("SELECT name FROM other.sqlite_schema")
        }
      }
      #expect(!isKept)
    }

    /// Whether `body` leaves the file and all files beside it unchanged.
    private func isKept(_ foreign: Foreign, by body: (_ path: String) async throws -> Void)
      async throws -> Bool
    {
      let folder = try TemporaryFolder()
      let path = folder.path + "/tally.db"
      try await make(foreign, at: path)
      let before = try content(of: folder.path)
      try #require(!before.isEmpty)
      try await body(path)
      return try content(of: folder.path) == before
    }

    private func make(_ foreign: Foreign, at path: String) async throws {
      switch foreign {
      case .empty: try Data().write(to: URL(fileURLWithPath: path))
      case .text: try Data("1 potato\n2 potatoes\n".utf8).write(to: URL(fileURLWithPath: path))
      case .database: try await makeDatabase(at: path)
      case .databaseWithLog:
        // The log is copied while the database is open, because closing it removes the log.
        let other = path + "-made"
        try await makeDatabase(at: other, "PRAGMA other.journal_mode = WAL") {
          for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.copyItem(atPath: other + suffix, toPath: path + suffix)
          }
        }
        try FileManager.default.removeItem(atPath: other)
      case .databaseWithJournal:
        try await makeDatabase(at: path)
        try makeJournal(at: path)
      case .newer, .newerWithJournal:
        let store = try await SQLiteStore(path: path, clock: ManualClock())
        try store.run("PRAGMA user_version = \(Schema.version + 1)")
        try FileManager.default.removeItem(atPath: path + ".gate")
        try FileManager.default.removeItem(atPath: path + "-journal")
        if foreign == .newerWithJournal { try makeJournal(at: path) }
      }
    }

    /// A database of another program.
    private func makeDatabase(
      at path: String, _ setting: String = "", whileOpen body: () throws -> Void = {}
    ) async throws {
      try Data().write(to: URL(fileURLWithPath: path))
      try await SQLiteStore.attaching(path) { store in
        try store.run(setting)
        try store.run(
          "CREATE TABLE other.users (name TEXT); INSERT INTO other.users VALUES ('ada')")
        try body()
      }
    }

    /// A journal with one page, as left by a killed program.
    private func makeJournal(at path: String) throws {
      var journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
      for number in [1, 0, 1, 512, 4_096] as [UInt32] {
        journal += withUnsafeBytes(of: number.bigEndian, Array.init)
      }
      journal += Array(repeating: 0, count: 512 - journal.count)
      journal += [0, 0, 0, 1] + Array(repeating: 0x41, count: 4_096)
      // The page's checksum: the sum of every two hundredth byte.
      let sum = Array(stride(from: 4_096 - 200, to: 0, by: -200)).count * 0x41
      journal += withUnsafeBytes(of: UInt32(sum).bigEndian, Array.init)
      try Data(journal).write(to: URL(fileURLWithPath: path + "-journal"))
    }

    private func content(of folder: String) throws -> [String: Data] {
      try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) {
        $0[$1] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($1)"))
      }
    }
  }
}
