import Foundation
import Synchronization
import Testing

/// What the tests of the program rely on, shown with programs that everybody has.
@Suite struct HarnessTests {
  private func shell(_ script: String, input: [UInt8] = []) async throws -> TallyProgram.Run {
    try await TallyProgram.run(
      "/bin/sh", ["-c", script], input: input, environment: ["PATH": "/usr/bin:/bin"])
  }

  private func terminal(_ script: String) async throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try await terminal.start(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm"])
    return terminal
  }

  @Test func `A run tells output, errors and exit status apart`() async throws {
    let run = try await shell("cat; echo no >&2; exit 7", input: Array("yes".utf8))
    #expect(run == TallyProgram.Run(status: 7, output: "yes", errors: "no\n"))
  }

  @Test func `A run that a signal ended says which`() async throws {
    #expect(try await shell("kill -TERM $$").status == -SIGTERM)
  }

  @Test func `Input that nobody reads and more output than a pipe holds stop nobody`() async throws
  {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(try await shell("exit 0", input: million).status == 0)
    #expect(try await shell("cat", input: million).output.utf8.count == million.count)
  }

  @Test func `A broken pipe ends a program as it would outside the tests`() async throws {
    #expect(try await shell("kill -PIPE $$").status == -SIGPIPE)
  }

  @Test func `Every program has an empty home of its own, which is gone afterwards`() throws {
    let home = try {
      let program = try TallyProgram()
      let other = try TallyProgram()
      #expect(program.home != other.home)
      #expect(try FileManager.default.contentsOfDirectory(atPath: program.home).isEmpty)
      #expect(program.environment["XDG_DATA_HOME"] == program.home + "/data")
      #expect(program.environment["TALLY_STORE"] == nil)
      return program.home
    }()
    #expect(!FileManager.default.fileExists(atPath: home))
  }

  @Test func `A prepared home is made once, and what is done in one copy is in no other`()
    async throws
  {
    let made = Mutex(0)
    let home = PreparedHome {
      made.withLock { $0 += 1 }
      return try await .ofAda()
    }
    async let (one, other) = (home.copy(), home.copy())
    try await one.check("up main", "1\n")
    try await other.check("up main", "1\n")
    #expect(made.withLock { $0 } == 1)
  }

  @Test func `The program lies beside the tests`() {
    #expect(FileManager.default.isExecutableFile(atPath: TallyProgram.path))
  }

  @Test func `What is typed at a terminal reaches the program, and what it says comes back`()
    async throws
  {
    let terminal = try await terminal("read a; echo \"<$a>\"; exit 3")
    try await terminal.type("grüße\r")
    try await terminal.expect("<grüße>")
    #expect(try await terminal.waitForEnd() == 3)
    #expect(await terminal.transcript == "grüße\r\n<grüße>\r\n")
  }

  @Test func `A terminal has a size, which can change`() async throws {
    let terminal = try await terminal(
      "trap 'stty size; exit' WINCH; stty size; while :; do read a; done")
    try await terminal.expect("24 80")
    try await terminal.resize(rows: 30, columns: 100)
    try await terminal.type("\r")
    try await terminal.expect("30 100")
  }

  @Test func `Ctrl-C at the terminal interrupts the program that it controls`() async throws {
    // A shell between two commands may put Ctrl-C off until the second ends by itself.
    let terminal = try PseudoTerminal()
    try await terminal.start("/bin/cat", environment: [:])
    try await terminal.type("ready\r")
    try await terminal.expect("ready\r\nready")
    try await terminal.type("\u{3}")
    #expect(try await terminal.waitForEnd() == -SIGINT)
  }

  @Test func `Whether a terminal shows what is typed is seen, also behind the program's end`()
    async throws
  {
    let terminal = try await terminal("stty -echo; echo off; read a; stty echo; echo on; read a")
    try await terminal.expect("off")
    #expect(try await !terminal.echoes)
    try await terminal.type("\r")
    try await terminal.expect("on")
    #expect(try await terminal.echoes)
    await terminal.send(SIGKILL)
    #expect(try await terminal.waitForEnd() == -SIGKILL)
    #expect(try await terminal.echoes)
  }

  @Test func `A text that never appears is an issue with the transcript`() async throws {
    let terminal = try await terminal("echo something else")
    try await withKnownIssue {
      try await terminal.expect("something more")
    } matching: {
      $0.comments.contains { $0.rawValue.contains("something else") }
        || $0.error is PseudoTerminal.Unmet
    }
  }
}
