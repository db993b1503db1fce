import Foundation
import Testing

/// A store named with --store or TALLY_STORE that does not exist.
@Suite(.limited) struct MissingStoreTests {
  private static let commands = [
    "list", "check", "whoami", "up main", "up main --create", "show main",
    "login ada --password-stdin", "logout", "export", "import -", "backup /dev/null/copy.db",
    "delete main --yes",
  ]

  @Test(arguments: ["typo.db", "none/typo.db", "link.db"])
  func `Only signup and a session create it`(_ name: String) async throws {
    let tally = try await TallyProgram.ofAda()
    let path = tally.file(name)
    if name == "link.db" { #expect(symlink("nowhere", path) == 0) }
    let before = try FileManager.default.contentsOfDirectory(atPath: tally.home).sorted()
    for command in Self.commands {
      try await tally.checkRefusal(
        "\(command) --store \(path)", "There is no store at \(path)", status: 66)
    }
    for command in ["list", "up main"] {
      try await tally.checkRefusal(
        command, "There is no store at \(path)", status: 66, environment: ["TALLY_STORE": path])
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: tally.home).sorted()
    #expect(after == before)
  }

  @Test func `Signup and a session create it`() async throws {
    let tally = try TallyProgram()
    let input = "\(TallyProgram.password)\n"
    try await tally.check(
      "signup ada --password-stdin --store \(tally.file("one.db"))", "Logged in as ada\n",
      input: input)
    try await tally.check("list --store \(tally.file("one.db"))", "main  0  0 today  never\n")
    for (number, session) in [[], ["screen"]].enumerated() {
      let path = tally.file("session\(number).db")
      #expect(try await tally.run(session, environment: ["TALLY_STORE": path]).status == 0)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `Any command creates the default store`() async throws {
    let tally = try TallyProgram()
    try await tally.check("check", "No problems found\n")
    try await tally.checkRefusal(
      "list", "You are not logged in. Use tally login or tally signup", status: 77)
  }
}
