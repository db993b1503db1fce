import Foundation
import Programs
import Testing

extension FaultTests {
  /// An account moves between a file and PostgreSQL.
  @Suite(.enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
  struct MovingTests {
    private static let length = Scale.isFull ? 1_000_000 : 2_000
    private static let moving = "moving an account from a file to PostgreSQL and back"

    @Test func `A moved history is the same on the other engine, and is undone as one`()
      async throws
    {
      let file = try await Self.ofAda(at: nil)
      try await Self.fill(file)
      let server = try await Self.ofAda(at: try await PostgreSQLServer.shared.newSchema())
      try await Self.move(from: file, to: server)
      let original = try await Self.shown(by: file)
      #expect(try await Self.shown(by: server) == original)

      let other = try await Self.ofAda(at: nil)
      try await Self.move(from: server, to: other)
      #expect(try await Self.shown(by: other) == original)
      Figures.note(
        Self.moving, asked: "\(Self.length) changes, with the same counts, rows and charts",
        reached: "\(original.history.count - 1) rows are the same")

      for tally in [server, other] {
        let undone = try await tally.run(["undo", "main"])
        #expect(undone.output == "0\n", "\(undone)")
        #expect(undone.errors.hasPrefix("Undid import of "), "\(undone)")
        #expect(try await tally.run(["redo", "main"]).output == original.count)
        #expect(try await tally.run(["check"]).output.hasPrefix("No problems found\n"))
      }

      // The control: one change more is noticed in everything that is compared.
      _ = try await other.run(["up", "main"])
      let more = try await Self.shown(by: other)
      #expect(more.count != original.count && more.history != original.history)
      #expect(more.chart != original.chart)
    }

    /// What is compared: a counter's count, all of its history, and its days.
    private struct Shown: Equatable {
      let count: String
      /// Without the kind: what was set is afterwards an imported change.
      let history: [[Substring]]
      let chart: String
    }

    private static func shown(by tally: TallyProgram) async throws -> Shown {
      func output(_ words: String) async throws -> String {
        let run = try await tally.run(words.split(separator: " ").map(String.init))
        #expect(run.status == 0, "\(run.errors)")
        return run.output
      }
      return Shown(
        count: try await output("show main"),
        history: try await output("history main --limit \(length * 2) --format csv")
          .split(separator: "\n").map { row in
            var fields = row.split(separator: ",", omittingEmptySubsequences: false)
            fields.remove(at: 3)
            return fields
          },
        chart: try await output("chart main --by day --last 400 --format csv"))
    }

    /// A store with ada's account: a file, or the one at an address.
    private static func ofAda(at address: String?) async throws -> TallyProgram {
      guard let address else { return try await TallyProgram.ofAda() }
      let tally = try TallyProgram(environment: ["TALLY_STORE": address])
      let run = try await tally.run(
        ["signup", "ada", "--password-stdin"], input: "\(TallyProgram.password)\n")
      try #require(run.status == 0, "\(run)")
      return tally
    }

    /// Makes a long history, with undos and with changes of a member.
    private static func fill(_ tally: TallyProgram) async throws {
      let beas = ["XDG_STATE_HOME": tally.file("bea")]
      let start = Date.now.timeIntervalSince1970 - 300 * 86_400
      let rows = (0..<length).map { number in
        let time = Date(
          timeIntervalSince1970: start + Double(number) * 290 * 86_400 / Double(length))
        return "main,\(time.ISO8601Format()),\([1, 1, -1, 7][number % 4])"
      }
      let imported = try await tally.run(
        ["import", "-"], input: "name,time,change\n" + rows.joined(separator: "\n") + "\n")
      try #require(imported.status == 0, "\(imported.errors)")
      let signUp = try await tally.run(
        ["signup", "bea", "--password-stdin"], input: "\(TallyProgram.password)\n",
        environment: beas)
      try #require(signUp.status == 0, "\(signUp)")
      for words in ["share main with bea", "up main 3", "undo main", "set main 40"] {
        let run = try await tally.run(words.split(separator: " ").map(String.init))
        try #require(run.status == 0, "\(run)")
      }
      for words in ["up ada/main 2", "down ada/main 5", "undo ada/main"] {
        let run = try await tally.run(
          words.split(separator: " ").map(String.init), environment: beas)
        try #require(run.status == 0, "\(run)")
      }
    }

    private static func move(from one: TallyProgram, to other: TallyProgram) async throws {
      let exported = try await one.run(["export"])
      try #require(exported.status == 0, "\(exported.errors)")
      let imported = try await other.run(["import", "-"], input: exported.output)
      try #require(imported.status == 0, "\(imported.errors)")
    }
  }
}
