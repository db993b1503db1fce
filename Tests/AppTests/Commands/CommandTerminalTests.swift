import Foundation
import Testing

/// Commands at a terminal.
@Suite(.limited) struct CommandTerminalTests {
  @Test func `A password is entered without echo, and a new one twice`() async throws {
    let tally = try TallyProgram()
    let signup = try await tally.terminal(["signup"])
    try await signup.expect("Username: ")
    try await signup.type("ada\r")
    try await signup.expect("A password has at least 8 characters and is not a common one\r\n")
    for prompt in ["Password: ", "Repeat password: "] {
      try await signup.expect(prompt)
      #expect(try await !signup.echoes)
      try await signup.type("\(TallyProgram.password)\r")
    }
    try await signup.expect("Logged in as ada\r\n")
    #expect(try await signup.waitForEnd() == 0)
    #expect(try await signup.echoes)
    #expect(await !signup.transcript.contains(TallyProgram.password))

    let change = try await tally.terminal(["password"])
    for (prompt, password) in [
      ("Password: ", TallyProgram.password), ("New password: ", "longer still 1"),
      ("Repeat password: ", "longer still 2"),
    ] {
      try await change.expect(prompt)
      try await change.type("\(password)\r")
    }
    try await change.expect("tally: The two passwords differ\r\n")
    #expect(try await change.waitForEnd() == 1)
  }

  @Test func `A counter is deleted after its name is typed`() async throws {
    let tally = try await TallyProgram.ofAda()
    for (name, status) in [("mine", Int32(1)), ("MAIN", 0)] {
      let terminal = try await tally.terminal(["delete", "main"])
      try await terminal.expect("Counter's name, to delete it: ")
      try await terminal.type("\(name)\r")
      #expect(try await terminal.waitForEnd() == status)
      try await tally.check(
        "list", status == 0 ? "" : "main  0  0 today  never\n",
        errors: status == 0 ? "No counter is listed\n" : "")
    }
    try await tally.check("new x --quiet")
    try await tally.checkRefusal(
      "delete x", "Deleting needs a confirmation. Use --yes", status: 64, input: "x\n")
    try await tally.check("delete x --yes")
    try await tally.checkRefusal("delete x --yes", "There is no counter named x")
  }

  @Test func `A name in any script confirms a deletion`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check(["new", "Käsekuchen 数", "--quiet"])
    let terminal = try await tally.terminal(["delete", "Käsekuchen 数"])
    try await terminal.expect("to delete it: ")
    try await terminal.type("Käsekuchen 数数\u{7F}\r")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test(arguments: [
    (["delete", "main"], "to delete it: "), (["delete-account"], "Password: "),
    (["password"], "Password: "),
  ])
  func `Ctrl-C at a prompt ends the command and changes nothing`(
    _ arguments: [String], prompt: String
  ) async throws {
    let tally = try await TallyProgram.ofAda()
    let terminal = try await tally.terminal(arguments)
    try await terminal.expect(prompt)
    try await terminal.type("main\u{3}")
    #expect(try await terminal.waitForEnd() == 130)
    #expect(try await terminal.echoes)
    try await tally.check("list", "main  0  0 today  never\n")
  }

  @Test(arguments: ["csv", "json"])
  func `Rows are escaped where a person reads them, and exact in a pipe`(format: String)
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let name = "a\u{202E}b\u{200B}c"
    try await tally.check(["up", name, "--create"], "1\n")
    for command in ["export", "export -", "list", "show \(name)", "history \(name)", "members"] {
      let words = command.components(separatedBy: " ") + ["--format", format]
      let terminal = try await tally.terminal(words)
      #expect(try await terminal.waitForEnd() == 0)
      let shown = await terminal.transcript
      #expect(!shown.contains("\u{202E}") && !shown.contains("\u{200B}"), "\(command)")
    }
    let csv = try await tally.run(["export", "--format", "csv"]).output
    #expect(csv.contains(",\(name),"))
  }
}
