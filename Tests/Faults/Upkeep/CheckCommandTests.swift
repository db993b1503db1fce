import Doubles
import Programs
import Testing

@testable import Data

extension FaultTests {
  /// `tally check` reports each problem on a line; the kinds of problems are tested with the store.
  @Suite struct CheckCommandTests {
    private static let row = "check"

    /// Problems made by hand, and the sentence for each.
    private static let faults: [(sql: String, sentence: String)] = [
      (
        "UPDATE counters SET count = count + 1 WHERE name = 'main'",
        "The history of main of ada does not add up to its count"
      ),
      (
        "UPDATE counters SET undo_seq = NULL WHERE name = 'tea'",
        "The undo data of tea of ada does not match its history"
      ),
      (
        "UPDATE counters SET name_key = 'other' WHERE name = 'coffee'",
        "The lookup key of coffee in counters is wrong"
      ),
      (
        "PRAGMA foreign_keys = OFF; INSERT INTO sessions VALUES (9, 77, zeroblob(32), 'tty', 0, 0)",
        "A row of sessions refers to something that is missing"
      ),
      (
        """
        PRAGMA ignore_check_constraints = ON;
        INSERT INTO throttles VALUES (zeroblob(32), -1, 0);
        PRAGMA ignore_check_constraints = OFF
        """,
        "The database is damaged: CHECK constraint failed in throttles"
      ),
    ]

    @Test func `Each problem is reported on a line, and none for an undamaged store`() async throws
    {
      let tally = try await TallyProgram.ofAda()
      _ = try await tally.run(input: "+\nnew tea\n+\n-\nundo\nnew coffee\n")
      #expect(
        try await tally.run(["check"])
          == TallyProgram.Run(status: 0, output: "No problems found\n", errors: ""))
      let snapshot = try Snapshot(of: tally)
      var found = 0
      for (sql, sentence) in Self.faults {
        try snapshot.restore()
        try await damage(tally, sql)
        let run = try await tally.run(["check"])
        if run.output == sentence + "\n", run.status == 74 { found += 1 }
        #expect(run.output == sentence + "\n")
        #expect(run.errors == "tally: The store is damaged. Copy a backup over it\n")
        #expect(run.status == 74)
      }
      try snapshot.restore()
      for (sql, _) in Self.faults { try await damage(tally, sql) }
      let run = try await tally.run(["check"])
      #expect(Set(run.output.split(separator: "\n").map(String.init)) == Set(Self.faults.map(\.1)))
      #expect(run.status == 74)
      Figures.note(
        Self.row, asked: "\(Self.faults.count) kinds of fault made by hand",
        reached: "\(found) told of")
    }

    private func damage(_ tally: TallyProgram, _ sql: String) async throws {
      try await SQLiteStore(path: tally.store, clock: ManualClock()).run(sql)
    }
  }
}
