import Programs
import Testing

extension FaultTests {
  /// The connection to PostgreSQL is cut around a COMMIT.
  @Suite struct CutCommitTests {
    private static let row = "PostgreSQL: the connection cut before, during and after COMMIT"

    @Test(.needsPostgreSQL(for: row))
    func `A COMMIT without an answer is told as unknown, and sent again it counts once`()
      async throws
    {
      let cuts = Scale.count(300)
      let violations = try await cut(cuts, isIdentified: true)
      Figures.note(
        Self.row, asked: "\(cuts) cuts: told as unknown, resolved by its id, never twice",
        reached: "\(cuts) cuts, \(violations.count) violations")
      #expect(violations.prefix(9) == [])
    }

    @Test(.needsPostgreSQL(for: row))
    func `Changes that are sent again without an identifier are detected`() async throws {
      #expect(try await cut(3, isIdentified: false) != [])
    }

    /// Changes a counter through a connection that is cut, then again. Returns what is wrong.
    private func cut(_ cuts: Int, isIdentified: Bool) async throws -> [String] {
      let server = PostgreSQLServer.shared
      let proxy = try CuttingProxy(to: try await server.host())
      defer { proxy.end() }
      let address = try await server.newSchema().replacing(server.host(), with: proxy.host)
      let tally = try TallyProgram(environment: ["TALLY_STORE": address])
      let signUp = try await tally.run(
        ["signup", "ada", "--password-stdin"], input: "\(TallyProgram.password)\n")
      try #require(signUp.status == 0, "\(signUp)")

      var violations: [String] = []
      for number in 1...cuts {
        let cut = CuttingProxy.Cut.all[number % 3]
        let change = ["up", "main"] + (isIdentified ? ["--id", "change-\(number)"] : [])
        // A command, or a line of a session.
        let isSession = number % 2 == 0
        let input = isSession ? "\(change.joined(separator: " "))\n" : ""
        proxy.cut { _, request in request.isCommit ? cut : nil }
        let first = try await tally.run(isSession ? [] : change, input: input)
        // A session begins with the present count.
        let shown = first.output.split(separator: "\n").dropFirst(isSession ? 1 : 0)
        if Outcome(of: first) != .unknown || !shown.isEmpty || proxy.cutRequest == nil {
          violations.append("\(cut): \(first)")
        }
        // When the answer is lost, the server may still be saving it.
        if cut != .afterRequest {
          let saved = try await tally.count()
          if saved != (cut == .beforeAnswer ? number : number - 1) {
            violations.append("\(cut): \(String(describing: saved)) after \(first)")
          }
        }
        let second = try await tally.run(change)
        if second != .init(status: 0, output: "\(number)\n", errors: "") {
          violations.append("\(cut), again: \(second)")
        }
      }
      let history = try await DoorEntry.all(of: "main", in: tally, for: tally.environment)
      let expected = (1...cuts).map { "change-\($0)" }
      if history.map(\.id) != expected { violations.append("the history is not the changes, once") }
      let faults = try await tally.faults()
      return violations + (faults.isEmpty ? [] : [faults])
    }
  }
}
