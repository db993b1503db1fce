import Doubles
import Foundation
import Programs
import Testing

/// A toolkit from outside as a program: the example, which has only `Program.show`, and a main loop of
/// its own.
@Suite(.limited) struct ToolkitProgramTests {
  private let tally: TallyProgram
  private let path = "\(TallyProgram.folder)/example"

  init() async throws {
    tally = try await TallyProgram.ofAda()
  }

  private func example(_ input: [String]) async throws -> TallyProgram.Run {
    try await TallyProgram.run(
      path, [], input: Array(input.map { "\($0)\n" }.joined().utf8),
      environment: tally.environment)
  }

  /// The processor time of a running process.
  private func workTime(of child: ChildProcess) throws -> Duration {
    let fields = try String(contentsOfFile: "/proc/\(child.identifier)/stat", encoding: .utf8)
      .split(separator: " ").dropFirst(13).prefix(2).compactMap { Int($0) }
    return .seconds(fields.reduce(0, +)) / sysconf(Int32(_SC_CLK_TCK))
  }

  @Test func `a toolkit begins with the saved login, saves what is counted, and keeps the login`()
    async throws
  {
    let window = try await example(["add", "add N", "Add: 5", "ok"])
    #expect(window.status == 0 && window.errors == "")
    #expect(window.output.hasPrefix("ada/main\n"))
    #expect(window.output.contains("Current count is 6\n"))
    #expect(try await tally.run(["show"]).output == "6\n")
  }

  @Test func `a login in a toolkit is of its place, and ends when a signal ends the program`()
    async throws
  {
    let (reader, writer) = try makePipe()
    defer { close(writer) }
    let nowhere = open("/dev/null", O_WRONLY)
    defer { close(nowhere) }
    let child = try ChildProcess(
      path, [], environment: tally.environment.merging(tally.beas) { $1 }, input: reader,
      output: nowhere, errors: nowhere)
    close(reader)
    let lines = ["log in", "Username: ada", "Password: \(TallyProgram.password)", "ok"]
    let input = Array(lines.map { "\($0)\n" }.joined().utf8)
    #expect(write(writer, input, input.count) == input.count)
    func isListed() async throws -> Bool {
      try await tally.run(["account"]).output.contains("the example on ")
    }
    try await eventually("logging in in the example") { try await isListed() }
    // A main loop that is woken without work takes all of a processor, or what is left of it.
    let before = try workTime(of: child)
    let begin = ContinuousClock.now
    for _ in 1...20 { #expect(try await isListed()) }
    let share = (try workTime(of: child) - before) / begin.duration(to: .now)
    #expect(share < 0.05, "it works \(share) of the time without anything to do")
    child.send(SIGTERM)
    #expect(try await blocking { child.wait() } == -SIGTERM)
    #expect(try await !isListed())
  }
}
