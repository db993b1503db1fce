import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

extension FaultTests {
  /// A backup is a copy of one moment while others write, and can replace the store.
  @Suite struct BackupTests {
    private static let row = "backup while 4 write"
    private static let writers = 4

    /// How many changes each writer makes during a backup, and by how much.
    private static let (changes, step) = (10, Int64(3))

    /// A store with a counter for each writer.
    private struct Shop: Sendable {
      let folder: TemporaryFolder
      let clock = ManualClock()
      let sessions: [Session]
      let counters: [Counter]

      var path: String { folder.path + "/tally.db" }

      init() async throws {
        folder = try TemporaryFolder()
        let store = try await SQLiteStore(path: folder.path + "/tally.db", clock: clock)
        let name = try CounterName("main", in: FoundationNormalizer())
        var (sessions, counters): ([Session], [Counter]) = ([], [])
        for number in 0..<BackupTests.writers {
          let user = NewUser(
            username: try Username("user\(number)"), passwordHash: PasswordHash("hash"))
          let session = try await store.signUp(user, firstCounter: name, on: Device(place: "tty"))
            .session
          sessions.append(session)
          counters.append(try await store.counter(named: name, in: session))
        }
        (self.sessions, self.counters) = (sessions, counters)
      }

      func store() async throws(Refusal) -> SQLiteStore {
        try await SQLiteStore(path: path, clock: clock)
      }
    }

    @Test func `A backup made while others write is complete and of one moment`() async throws {
      let shop = try await Shop()
      var writers: [SQLiteStore] = []
      for _ in 0..<Self.writers { writers.append(try await shop.store()) }
      let (store, copy) = (try await shop.store(), shop.folder.path + "/backup.db")
      let count = Scale.count(200)
      var (counted, faults): (Int64, [String]) = (0, [])
      for _ in 0..<count {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (number, writer) in writers.enumerated() {
            group.addTask { try await Self.write(to: writer, as: number, in: shop) }
          }
          try await store.backUp(to: copy)
          try await group.waitForAll()
        }
        let before = counted
        counted += Int64(Self.changes) * Self.step
        let possible = shop.counters.map { _ in before...counted }
        if let fault = try await fault(of: copy, shop, possible) { faults.append(fault) }
      }
      Figures.note(
        Self.row, asked: "\(count) backups, 0 faults",
        reached: "\(count) backups, \(faults.count) faults, "
          + "\(counted * Int64(Self.writers)) changes meanwhile")
      #expect(faults.isEmpty, "\(faults.prefix(3))")
    }

    /// Changes a counter several times, in transactions that must not be split.
    private static func write(to store: SQLiteStore, as number: Int, in shop: Shop) async throws {
      for _ in 0..<changes {
        let commands = Array(repeating: CountCommand.add(1), count: Int(step))
        _ = try await store.apply(
          commands, to: shop.counters[number], in: shop.sessions[number])
      }
    }

    @Test func `A copy that is not of one moment is detected`() async throws {
      let shop = try await Shop()
      let (store, copy) = (try await shop.store(), shop.folder.path + "/copy.db")
      let many = Array(repeating: CountCommand.add(1), count: 300)
      for (counter, session) in zip(shop.counters, shop.sessions) {
        _ = try await store.apply(many, to: counter, in: session)
      }
      let before = try Data(contentsOf: URL(fileURLWithPath: shop.path))
      for (counter, session) in zip(shop.counters, shop.sessions) {
        _ = try await store.apply(many, to: counter, in: session)
      }
      let after = try Data(contentsOf: URL(fileURLWithPath: shop.path))
      let half = before.count / 2
      try (before.prefix(half) + after.dropFirst(half)).write(to: URL(fileURLWithPath: copy))
      let fault = try await fault(of: copy, shop, shop.counters.map { _ in 300...600 })
      Figures.note(
        "control: backup, copied in two halves", asked: "a fault", reached: fault ?? "no fault")
      #expect(fault != nil)
    }

    /// What is wrong with a copy whose counters must be in these ranges, or `nil`.
    private func fault(of copy: String, _ shop: Shop, _ expected: [ClosedRange<Int64>]) async throws
      -> String?
    {
      let store: SQLiteStore
      do {
        store = try await SQLiteStore(path: copy, clock: shop.clock)
        let faults = try await store.faults()
        guard faults.isEmpty else { return "\(faults.count) faults, such as \(faults[0])" }
      } catch {
        return "\(error)"
      }
      for (index, range) in expected.enumerated() {
        let counter = try await store.refreshed(shop.counters[index], in: shop.sessions[index])
        guard range.contains(counter.count), counter.count.isMultiple(of: Self.step) else {
          return "\(counter.count) is not in \(range), or not of whole transactions"
        }
      }
      return nil
    }

    @Test func `A backup replaces a damaged store`() async throws {
      let tally = try await TallyProgram.ofAda()
      let backup = "\(tally.home)/backup.db"
      _ = try await tally.run(["up", "main", "42"])
      try #require(try await tally.run(["backup", backup]).status == 0)
      _ = try await tally.run(["up", "main"])
      let whole = try Data(contentsOf: URL(fileURLWithPath: tally.store))
      try Damage.zeroed(page: 1).done(to: Damage.truncated(to: 20_000).done(to: whole))
        .write(to: URL(fileURLWithPath: tally.store))
      let refused = try await tally.run(["up", "main"])
      #expect(refused.errors == "tally: The store is damaged. Copy a backup over it\n")
      #expect(refused.status == 74)
      try FileManager.default.removeItem(atPath: tally.store)
      try FileManager.default.copyItem(atPath: backup, toPath: tally.store)
      #expect(try await tally.count() == 42)
      #expect(try await tally.run(["undo", "main"]).output == "0\n")
      #expect(try await tally.faults() == "")
    }

    @Test(arguments: ["backup", "export"])
    func `No output file replaces the store itself`(_ command: String) async throws {
      let tally = try await TallyProgram.ofAda()
      let folder = URL(fileURLWithPath: tally.store).deletingLastPathComponent().path
      let link = "\(tally.home)/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
      for path in [tally.store, "\(link)/tally.db"] {
        let run = try await tally.run([command, path])
        #expect(run.errors.hasSuffix("\(path): it is the store itself. Choose another file\n"))
        #expect(run.status == 74)
      }
      #expect(try await tally.run(["up", "main"]).output == "1\n")
    }
  }
}
