import Foundation
import Testing

/// Sessions at a terminal.
@Suite(.limited) struct TerminalSessionTests {
  /// A home where ada is logged in.
  private let tally: TallyProgram

  init() async throws {
    tally = try await .ofAda()
  }

  /// A terminal where ada's session has begun.
  private func session() async throws -> PseudoTerminal {
    let terminal = try await tally.terminal()
    try await terminal.expect("Type + to start counting\r\n")
    try await terminal.expect("ada/main> ")
    return terminal
  }

  /// A terminal during a sign-up.
  private func signingUp(in tally: TallyProgram) async throws -> PseudoTerminal {
    let terminal = try await tally.terminal()
    try await terminal.answer("tally> ", "signup ada")
    try await terminal.expect("A password has at least 8 characters and is not a common one\r\n")
    try await terminal.answer("Password: ", "long enough 1")
    try await terminal.answer("Repeat password: ", "long enough 1")
    return terminal
  }

  @Test func `The first screen describes Tally and its commands`() async throws {
    let newcomer = try TallyProgram()
    let terminal = try await newcomer.terminal()
    try await terminal.expect("Tally counts things and keeps the counts.\r\n")
    try await terminal.expect("signup [USERNAME]  make an account\r\n")
    try await terminal.expect("tally> ")
    try await terminal.type("\u{4}")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test func `Closing the window ends the login`() async throws {
    for _ in 1...8 {
      let terminal = try await tally.terminal(environment: ["XDG_STATE_HOME": tally.file("window")])
      try await terminal.answer("tally> ", "login ada")
      try await terminal.answer("Password: ", TallyProgram.password)
      try await terminal.expect("ada/main> ")
      try await terminal.hangUp()
    }
    let account = try await tally.run(input: "account\n")
    #expect(account.output.hasSuffix("Logged in nowhere else\n"))
  }

  @Test func `A password is entered without echo and never shown`() async throws {
    let newcomer = try TallyProgram()
    let terminal = try await newcomer.terminal()
    try await terminal.answer("tally> ", "signup ada")
    try await terminal.expect("Password: ")
    #expect(try await !terminal.echoes)
    try await terminal.type("long enough 1\r")
    try await terminal.answer("Repeat password: ", "long enough 1")
    try await terminal.expect("Logged in as ada\r\nType + to start counting\r\n")
    try await terminal.answer("ada/main> ", "quit")
    #expect(try await terminal.waitForEnd() == 0)
    #expect(try await terminal.echoes)
    #expect(await !terminal.transcript.contains("long enough"))
    #expect(try newcomer.text(of: "state/tally/history") == "signup ada\nquit\n")
  }

  @Test(arguments: [nil, "lines"])
  func `TALLY_HISTORY names the file of the typed lines, or none if it is empty`(name: String?)
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let terminal = try await tally.terminal(
      environment: ["TALLY_HISTORY": name.map(tally.file) ?? ""])
    try await terminal.answer("ada/main> ", "+ 5")
    try await terminal.type("\u{1B}[A\r")
    try await terminal.expect("Current count is 10\r\n")
    try await terminal.answer("ada/main> ", "quit")
    #expect(try await terminal.waitForEnd() == 0)
    let usual = tally.file("state/tally/history")
    #expect(!FileManager.default.fileExists(atPath: usual))
    if let name { #expect(try tally.text(of: name) == "+ 5\nquit\n") }
  }

  @Test func `The prompt names the account and the open counter`() async throws {
    let terminal = try await session()
    try await terminal.type("new Café noir\r")
    try await terminal.answer("ada/Café noir> ", "delete")
    try await terminal.answer("Counter's name, to delete it: ", "café noir")
    try await terminal.expect(
      "Deleted Café noir\r\nNo counter is open. Open one with: open NAME\r\n")
    try await terminal.answer("ada> ", "logout")
    try await terminal.expect("Logged out\r\n")
    try await terminal.expect("tally> ")
  }

  @Test func `A refusal is one sentence, and the session continues`() async throws {
    let terminal = try await session()
    try await terminal.type("foo\r")
    try await terminal.expect("\nUnknown command: foo. Type help for the commands\r\n")
    try await terminal.answer("ada/main> ", "+9223372036854775807")
    try await terminal.expect("\nCurrent count is 9223372036854775807\r\n")
    try await terminal.type("+\r")
    try await terminal.expect("\nThat would take the count out of range\r\n")
    try await terminal.type("open tea\r")
    try await terminal.expect("\nThere is no counter named tea\r\n")
    try await terminal.answer("ada/main> ", "-")
    try await terminal.expect("\nCurrent count is 9223372036854775806\r\n")
  }

  @Test func `After a failed login the prompt comes back`() async throws {
    let terminal = try await session()
    try await terminal.type("logout\r")
    try await terminal.answer("tally> ", "login")
    try await terminal.answer("Username: ", "ada")
    try await terminal.answer("Password: ", "wrong")
    try await terminal.expect("\nThe provided credentials are not correct\r\n")
    try await terminal.answer("tally> ", "login ada")
    try await terminal.answer("Password: ", "long enough 1")
    try await terminal.expect("ada/main> ")
  }

  @Test func `Ctrl-C drops the line, or ends a dialogue`() async throws {
    let terminal = try await session()
    try await terminal.type("+5")
    try await terminal.expect("+5")
    try await terminal.type("\u{3}")
    try await terminal.answer("ada/main> ", "delete")
    try await terminal.expect("to delete it: ")
    try await terminal.type("mai\u{3}")
    try await terminal.answer("ada/main> ", "password")
    try await terminal.expect("Password: ")
    try await terminal.type("long\u{3}")
    try await terminal.answer("ada/main> ", "list")
    try await terminal.expect("main  0  0 today  never\r\n")
  }

  @Test func `Tab completes commands and counter names`() async throws {
    let terminal = try await session()
    try await terminal.type("new Café noir\r")
    try await terminal.answer("noir> ", "ope\tMA\t")
    try await terminal.answer("ada/main> ", "open caf\t")
    try await terminal.expect("ada/Café noir> ")
    // Names are those of the moment.
    _ = try await tally.run(["new", "zebra"])
    try await terminal.type("open z\t\r")
    try await terminal.expect("ada/zebra> ")
  }

  @Test func `The arrow keys recall commands, also in the next session`()
    async throws
  {
    let first = try await session()
    try await first.type("+7\r")
    try await first.expect("Current count is 7\r\n")
    try await first.type("\u{4}")
    #expect(try await first.waitForEnd() == 0)

    let second = try await tally.terminal()
    try await second.answer("ada/main> ", "list")
    try await second.answer("ada/main> ", "\u{1B}[A\u{1B}[A")
    try await second.expect("Current count is 14\r\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `A signal that ends the program restores the terminal and ends the session`(
    _ signal: Int32
  ) async throws {
    let newcomer = try TallyProgram()
    let terminal = try await signingUp(in: newcomer)
    try await terminal.expect("ada/main> ")
    if signal != SIGTERM {
      try await terminal.type("password\r")
      try await terminal.expect("Password: ")
    }
    #expect(try await !terminal.echoes)
    await terminal.send(signal)
    #expect(try await terminal.waitForEnd() == -signal)
    #expect(try await terminal.echoes)
    try await expectNoOtherLogin(in: newcomer)
  }

  @Test func `A signal that ends a session in a pipe ends its login`() async throws {
    let newcomer = try TallyProgram()
    let run = try await newcomer.bash(
      """
      coproc tally
      printf 'signup ada\nlong enough 1\nlong enough 1\n' >&${COPROC[1]}
      read -u ${COPROC[0]} line; read -u ${COPROC[0]} line; program=$COPROC_PID
      kill -TERM $program; wait $program; echo $?
      """)
    #expect(run == .init(status: 0, output: "143\n", errors: ""))
    try await expectNoOtherLogin(in: newcomer)
  }

  @Test func `A password typed before its prompt is not shown`() async throws {
    let newcomer = try TallyProgram()
    let terminal = try await signingUp(in: newcomer)
    try await terminal.expect("\r\n")
    // Nothing is asked while the password is hashed.
    try await terminal.type("password\rlong enough 1\r\u{4}")
    #expect(try await terminal.waitForEnd() == 0)
    #expect(await terminal.transcript.contains("password\r\nPassword: \r\nNew password: "))
    #expect(await !terminal.transcript.contains("long enough"))
  }

  private func expectNoOtherLogin(
    in tally: TallyProgram, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await tally.run(input: "login ada\nlong enough 1\naccount\n")
    #expect(run.output.hasSuffix("\nLogged in nowhere else\n"), sourceLocation: sourceLocation)
  }

  @Test(arguments: ["export", "backup"])
  func `A file that cannot be written does not end the session`(command: String) async throws {
    let terminal = try await session()
    try await terminal.type("\(command) nowhere/x\r")
    // It is too long for one line of the terminal.
    try await terminal.expect(
      "The output could not be written: nowhere/x: No such file or directory. Choose")
    try await terminal.expect("another file\r\n")
    try await terminal.answer("ada/main> ", "+")
    try await terminal.expect("Current count is 1\r\n")
  }

  @Test(arguments: [
    ("", ["\u{1B}X", "\u{1B}x"]), ("bind -v\n", ["\u{1B}:"]), ("bind -v\nbind -e\n", ["\u{1B}x"]),
  ])
  func `No key leads to commands of the line editor, which crash at an open quote`(
    settings: String, keys: [String]
  ) async throws {
    try settings.write(toFile: tally.file(".editrc"), atomically: true, encoding: .utf8)
    let terminal = try await session()
    for key in keys { try await terminal.type("\(key)'\r") }
    try await terminal.type("+\r")
    try await terminal.expect("Current count is 1\r\n")
  }

  @Test(arguments: ["bind 'x", "bind \"", "  # don't", "tally:bind ^G", "\\"])
  func `A mistake in the user's settings of the line editor leaves the others`(line: String)
    async throws
  {
    try "\(line)\nbind ^T ed-prev-history\n".write(
      toFile: tally.file(".editrc"), atomically: true, encoding: .utf8)
    let terminal = try await session()
    try await terminal.type("+5\r")
    try await terminal.expect("Current count is 5\r\n")
    try await terminal.expect("ada/main> ")
    try await terminal.type("\u{14}\r")
    try await terminal.expect("Current count is 10\r\n")
  }
}
