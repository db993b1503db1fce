import Foundation
import Testing

/// How passwords are entered.
@Suite(.limited) struct PasswordInputTests {
  @Test func `A command reads one line per password, and leaves the rest`()
    async throws
  {
    let tally = try TallyProgram()
    let lines = "printf 'long enough 1\\nlonger still 1\\nrest\\n'"
    let run = try await tally.bash(
      """
      \(lines) | { tally signup ada --password-stdin; cat; }
      \(lines) | { tally password --password-stdin; cat; }
      tally logout
      """)
    #expect(
      run.output == """
        Logged in as ada
        longer still 1
        rest
        Password changed
        rest
        Logged out

        """)
    #expect(run.errors == "")
  }

  @Test(arguments: [["signup", "ada"], ["login", "ada"], ["password"], ["delete-account"]])
  func `A password that is not text is refused`(_ command: [String]) async throws {
    let tally = command.count > 1 ? try TallyProgram() : try await TallyProgram.ofAda()
    for bytes in [[0x00], [0xC3, 0x28]] as [[UInt8]] {
      let line = Array("long enough".utf8) + bytes + [0x0A]
      let run = try await tally.run(command + ["--password-stdin"], input: line + line)
      #expect(run == .init(status: 65, output: "", errors: "tally: The input is not UTF-8\n"))
    }
  }

  @Test func `A password of 1,024 bytes is used completely, and a longer one refused`()
    async throws
  {
    let tally = try TallyProgram()
    let longest = String(repeating: "0x", count: 512)
    try await tally.checkRefusal(
      "signup ada --password-stdin", "A password has at most 1024 bytes", input: "\(longest)1\n")
    try await tally.check(
      "signup ada --password-stdin", "Logged in as ada\n", input: "\(longest)\n")
    try await tally.check("logout", "Logged out\n")
    for other in [String(longest.dropLast()), longest + "1"] {
      try await tally.checkRefusal(
        "login ada --password-stdin", "The provided credentials are not correct", status: 77,
        input: "\(other)\n")
    }
    try await tally.check(
      "login ada --password-stdin", "Logged in as ada\n", input: "\(longest)\n")
  }

  @Test func `No option or environment variable takes a password`() async throws {
    let tally = try TallyProgram(environment: [
      "PASSWORD": "long enough 1", "TALLY_PASSWORD": "long enough 1",
    ])
    let help = try await tally.run(["--experimental-dump-help"]).output
    let tool = try JSONDecoder().decode(Tool.self, from: Data(help.utf8))
    let arguments = tool.command.all.flatMap { $0.arguments ?? [] }
    let taking = arguments.filter { "\($0.valueName ?? "")".contains("password") }
    #expect(taking.map(\.kind).allSatisfy { $0 == "flag" } && !taking.isEmpty)
    try await tally.checkRefusal(
      "signup ada", "There is no terminal to ask on. Use --password-stdin",
      status: 64)
    for word in ["long enough 1", "--password=long enough 1"] {
      #expect(try await tally.run(["signup", "ada", word]).status == 64)
    }
    try await tally.checkRefusal(
      "whoami", "You are not logged in. Use tally login or tally signup", status: 77)
  }

  private struct Tool: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let arguments: [Argument]?
    let subcommands: [Command]?

    var all: [Command] { [self] + (subcommands ?? []).flatMap(\.all) }
  }

  private struct Argument: Decodable {
    let kind: String
    let valueName: String?
  }
}
