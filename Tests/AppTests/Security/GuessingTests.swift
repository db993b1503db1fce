import Foundation
import Testing

/// What an attacker learns by guessing.
@Suite(.limited) struct GuessingTests {
  @Test func `A wrong name and a wrong password give the same bytes`()
    async throws
  {
    let tally = try TallyProgram()
    _ = try await tally.run(input: "signup ada\nlong enough 1\nlong enough 1\n")
    func answers(_ username: String) async throws -> [TallyProgram.Run] {
      let login = ["login", username, "--password-stdin", "--verbose"]
      return [
        try await tally.run(login, input: "long enough 2\n"),
        try await tally.run(["--verbose"], input: "login \(username.quoted)\nlong enough 2\n"),
      ]
    }
    let known = try await answers("ada")
    #expect(known.map(\.status) == [77, 77])
    for unknown in ["bob", "no username!", "\u{1F9C0}", String(repeating: "a", count: 65)] {
      #expect(try await answers(unknown) == known)
    }
  }

  /// All processes wait for their password, so that they attempt at once.
  @Test func `Of 64 simultaneous attempts, five are verified and the others refused`()
    async throws
  {
    let tally = try TallyProgram()
    _ = try await tally.run(input: "signup ada\nlong enough 1\nlong enough 1\n")
    let (ends, elapsed) = try await Turnstile.crowds.pass { try await guesses(64, in: tally) }

    // On a slow machine the pauses of 1, 2, 4, ... seconds may pass.
    let most = 5 + Int(log2(elapsed + 1))
    let heard = ends.filter { $0.status == 77 }
    let turnedAway = ends.filter { $0.status == 75 }
    #expect((5...most).contains(heard.count), "\(heard.count) in \(elapsed) s")
    #expect(heard.count + turnedAway.count == 64)
    // Refused attempts were not hashed, which takes 64 MiB and time.
    try #require(!turnedAway.isEmpty)
    let usual = turnedAway.map(\.workTime).sorted()[turnedAway.count / 2]
    #expect(heard.allSatisfy { $0.workTime > 1.5 * usual })
    #expect(turnedAway.count { $0.workTime > 1.5 * usual } < 6)
  }

  /// The results of so many processes that guess at once, and the seconds they took.
  private func guesses(_ count: Int, in tally: TallyProgram) async throws
    -> (ends: [ChildProcess.End], elapsed: Double)
  {
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    let waiting = try (0..<count).map { _ in
      let (reader, writer) = try makePipe()
      defer { close(reader) }
      let child = try ChildProcess(
        TallyProgram.path, ["login", "ada", "--password-stdin"], environment: tally.environment,
        input: reader, output: null, errors: null)
      return (child: child, input: writer)
    }
    let start = ContinuousClock.now
    for (_, input) in waiting { feed(Array("long enough 2\n".utf8), to: input) }
    let ends = try await blocking { waiting.map { $0.child.waitForEnd() } }
    return (ends, (ContinuousClock.now - start) / .seconds(1))
  }
}
