import Programs
import Testing

extension FaultTests {
  /// Many processes sign up with the same username.
  @Suite struct SameNameTests {
    private static let processes = Scale.isSmall ? 12 : 32
    private static let row = "\(processes) processes sign up with one name"

    @Test func `Of many sign-ups with one name, one succeeds`() async throws {
      let rounds = Scale.count(50)
      let tally = try await TallyProgram.ofAda()
      try await tally.logOut()
      var violations: [String] = []
      for round in 1...rounds { violations += try await signUp("user\(round)", in: tally) }
      Figures.note(
        Self.row,
        asked: "\(rounds) rounds, each 1 succeeds and \(Self.processes - 1) hear that it is taken",
        reached: "\(rounds) rounds, \(violations.count) violations")
      #expect(violations == [])
      #expect(try await tally.faults() == "")
    }

    @Test func `Processes with separate stores are detected`() async throws {
      let tally = try await TallyProgram.ofAda()
      #expect(
        try await signUp("bea", in: tally, sharingOneStore: false)
          == ["\(Self.processes) have the name bea"])
    }

    /// Signs all up from separate homes, and returns what went wrong.
    private func signUp(
      _ name: String, in tally: TallyProgram, sharingOneStore isShared: Bool = true
    ) async throws -> [String] {
      let runs = try await withThrowingTaskGroup(of: TallyProgram.Run.self) { group in
        for number in 1...Self.processes {
          let environment = tally.environment.merging([
            "TALLY_STORE": isShared ? tally.store : "\(tally.home)/\(number).db",
            "XDG_STATE_HOME": "\(tally.home)/state-\(name)-\(number)",
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
