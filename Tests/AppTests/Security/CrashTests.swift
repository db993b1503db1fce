import Foundation
import Testing

/// The terminal after a program crashes or stops during input.
@Suite(.limited) struct CrashTests {
  private let tally: TallyProgram

  init() throws {
    tally = try TallyProgram()
  }

  private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]
  private static let marker = "correct horse"

  @Test(arguments: faults + [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `Echo is on again, and a half-typed password is never shown`(_ signal: Int32)
    async throws
  {
    let terminal = try await tally.terminal()
    try await terminal.answer("tally> ", "login ada")
    try await terminal.expect("Password: ")
    #expect(try await !terminal.echoes)
    // Otherwise the kernel would show the rest after echo is on again.
    try await terminal.typeUnseen(Self.marker)
    await terminal.send(signal)
    #expect(try await terminal.waitForEnd() == -signal)
    #expect(try await terminal.echoes)
    #expect(await !terminal.transcript.contains("correct"))
  }

  @Test(arguments: faults)
  func `Echo is on again after line editing, too`(_ signal: Int32) async throws {
    let terminal = try await tally.terminal()
    try await terminal.expect("tally> ")
    try await terminal.type("logi")
    try await terminal.expect("logi")
    #expect(try await !terminal.echoes)
    await terminal.send(signal)
    #expect(try await terminal.waitForEnd() == -signal)
    #expect(try await terminal.echoes)
  }

  @Test func `Ctrl-Z turns echo on for a shell that does not do it`()
    async throws
  {
    let terminal = try await tally.shell("/bin/sh", "-i")
    try await terminal.type("\(TallyProgram.path) signup ada\r")
    try await terminal.expect("Password: ")
    #expect(try await !terminal.echoes)
    try await terminal.type("correct\u{1A}")
    try await terminal.expect("shell> ")
    #expect(try await terminal.echoes)
    try await terminal.type("fg\r")
    try await terminal.expect("Password: ")
    #expect(try await !terminal.echoes)
    // Text typed together with Ctrl-Z is lost, as in any program.
    try await terminal.type("\u{15}\(Self.marker)\r")
    try await terminal.answer("Repeat password: ", Self.marker)
    try await terminal.expect("Logged in as ada")
    #expect(await !terminal.transcript.contains("correct"))
    #expect(await !terminal.transcript.contains("horse"))
    try await terminal.answer("shell> ", "exit")
    _ = try await terminal.waitForEnd()
  }

  /// A program cannot handle SIGKILL, but Bash and zsh restore the terminal.
  @Test func `After SIGKILL the shell turns echo on`() async throws {
    let terminal = try await tally.shell(
      "/bin/bash", "--norc", "--noprofile", "--noediting", "-i")
    try await terminal.type("\(TallyProgram.path) login ada & echo \"<$!>\"; fg\r")
    try await terminal.expect("Password: ")
    #expect(try await !terminal.echoes)
    let shown = await terminal.transcript
    let number = shown.firstMatch(of: /<(\d+)>/).flatMap { pid_t($0.output.1) }
    kill(try #require(number), SIGKILL)
    try await terminal.expect("Killed")
    try await terminal.expect("shell> ")
    #expect(try await terminal.echoes)
    try await terminal.type("exit\r")
    _ = try await terminal.waitForEnd()
  }
}
