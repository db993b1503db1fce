import Doubles
import Programs
import Testing

@testable import Data

extension FaultTests {
  /// Many processes want one username.
  @Suite struct SameNameTests {
    private static let row = "32 processes sign up with one name"
    private static let processes = 32

    @Test func `Of many that sign up with one name, one gets it`() async throws {
      let rounds = Scale.count(50)
      let tally = try await TallyProgram.ofAda()
      try await tally.logOut()
      var violations: [String] = []
      for round in 1...rounds { violations += try await signUp("user\(round)", in: tally) }
      Figures.note(
        Self.row, asked: "\(rounds) rounds, each 1 succeeds and 31 hear that it is taken",
        reached: "\(rounds) rounds, \(violations.count) violations")
      #expect(violations == [])
      #expect(try await tally.faults() == "")
    }

    @Test func `A store that lets a name be taken twice is found out`() async throws {
      let tally = try await TallyProgram.ofAda()
      try await tally.logOut()
      try SQLiteStore(path: tally.store, clock: ManualClock()).run(
        """
        PRAGMA foreign_keys = OFF;
        PRAGMA legacy_alter_table = ON;
        CREATE TABLE weak (
          id INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT, username_key TEXT,
          password_hash TEXT, created_at INTEGER, open_counter_id INTEGER) STRICT;
        INSERT INTO weak SELECT * FROM users;
        DROP TABLE users;
        ALTER TABLE weak RENAME TO users;
        """)
      #expect(
        try await signUp("bea", in: tally) == ["\(Self.processes) have the name bea"])
    }

    /// Lets all sign up in homes of their own, and tells what went wrong.
    private func signUp(_ name: String, in tally: TallyProgram) async throws -> [String] {
      let runs = try await withThrowingTaskGroup(of: TallyProgram.Run.self) { group in
        for number in 1...Self.processes {
          let environment = tally.environment.merging([
            "TALLY_STORE": tally.store, "XDG_STATE_HOME": "\(tally.home)/state-\(name)-\(number)",
          ]) { $1 }
          group.addTask {
            try await TallyProgram.run(
              TallyProgram.path, ["signup", name, "--password-stdin"],
              input: Array("\(TallyProgram.password)\n".utf8), environment: environment)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let winner = TallyProgram.Run(status: 0, output: "Logged in as \(name)\n", errors: "")
      let loser = TallyProgram.Run(
        status: 1, output: "", errors: "tally: That username is taken\n")
      let winners = runs.filter { $0 == winner }.count
      let others = runs.filter { $0 != winner && $0 != loser }.map { "\($0)" }
      return (winners == 1 ? [] : ["\(winners) have the name \(name)"]) + others
    }
  }
}
