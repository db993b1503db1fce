import Doubles
import Foundation
import Programs
import Testing

@testable import Data

extension FaultTests {
  /// A program that is killed while it creates or migrates a store leaves one that the next program
  /// can complete.
  @Suite struct KilledMigrationTests {
    private static let row = "migration killed"
    private static let calls = [
      "mkdir", "openat", "pwrite64", "fdatasync", "fsync", "ftruncate", "unlink", "rename",
    ]

    @Test(.needs(.strace, for: row), arguments: Scale.some(4, of: OldStore.all))
    func `A killed migration is completed by the next program`(_ old: OldStore) async throws {
      let tally = try TallyProgram()
      let (seed, step) = (Seed(), Scale.isFull ? 1 : Scale.isSmall ? 8 : 4)
      var generator = seed.generator
      var (killed, faults): (Int, [String]) = (0, [])
      for call in Self.calls {
        // A call may be made only once, so the first one is killed where none was yet.
        let start = killed == 0 ? 1 : Int.random(in: 1...step, using: &generator)
        for number in stride(from: start, to: .max, by: step) {
          try await old.put(in: tally)
          let run = try await tally.run(
            ["check"],
            injecting: Injection(call: call, effect: .kill, when: "\(number)"),
            concerning: Self.paths(of: tally))
          guard run.status == -SIGKILL else { break }
          killed += 1
          if let fault = try await old.fault(in: tally) {
            faults.append("\(call) \(number): \(fault)")
          }
        }
      }
      Figures.note(
        "\(Self.row): \(old.testDescription)",
        asked: Scale.isFull ? "every write-class call" : "one call in \(step)",
        reached: "\(killed) kills, \(faults.count) faults (\(seed))")
      #expect(killed >= max(10 / step, 1))
      #expect(faults.isEmpty, "\(faults.prefix(5))")
    }

    private static func paths(of tally: TallyProgram) -> [String] {
      let store = tally.store
      let folder = URL(fileURLWithPath: store).deletingLastPathComponent()
      return [
        folder.deletingLastPathComponent().path, folder.path, store, store + "-journal",
        store + ".gate", store + ".new", store + ".new-journal",
      ]
    }

    @Test func `A migration without a transaction is detected`() async throws {
      let tally = try TallyProgram()
      try await OldStore.empty.put(in: tally)
      // The state after the first step, if each step were committed.
      let schema = try #require(Schema.migrations.first)
      let first = schema.split(separator: ";")[0]
      // Opening the store directly would migrate it.
      try await SQLiteStore.attaching(tally.store) {
        try $0.run(String(first).replacing("CREATE TABLE ", with: "CREATE TABLE other."))
      }
      let fault = try await OldStore.empty.fault(in: tally)
      Figures.note(
        "control: \(Self.row), step by step", asked: "a fault",
        reached: fault == nil ? "no fault" : "a fault")
      #expect(fault != nil)
    }
  }
}
