import Doubles
import Foundation
import Programs
import Testing

/// What the page on PostgreSQL tells an administrator to do.
@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct PostgreSQLPageTests {
  private let server = PostgreSQLServer.shared

  /// The administrator of the tests' server has the name that the page gives to the owner.
  private func administer(_ block: CodeBlock, in database: String = "postgres") async throws {
    let run = try await server.administer(
      block.text.replacing("tally", with: "counting"), in: database)
    #expect(run == .init(status: 0, output: "", errors: ""))
  }

  private func tally(for role: String) async throws -> TallyProgram {
    let address = try await server.address(ofDatabase: "counting", for: role)
    return try TallyProgram(environment: ["TALLY_STORE": address])
  }

  @Test func `the owner makes the tables, and the clerk needs the named rights to count`()
    async throws
  {
    let password = "long enough 1\n"
    try await administer(Document.block(marked: "postgres-owner"))
    let signedUp = try await tally(for: "counting").run(
      ["signup", "ada", "--password-stdin"], input: password)
    #expect(signedUp.status == 0, "\(signedUp)")

    let grants = try Document.block(marked: "postgres-clerk")
    try await administer(
      CodeBlock(lines: grants.lines.filter { $0.hasPrefix("CREATE") }, after: []), in: "counting")
    let clerk = try await tally(for: "clerk")
    let refused = try await clerk.run(["login", "ada", "--password-stdin"], input: password)
    #expect(refused.errors.contains("too few rights") && refused.status == 74, "\(refused)")

    try await administer(
      CodeBlock(lines: grants.lines.filter { $0.hasPrefix("GRANT") }, after: []), in: "counting")
    let login = try await clerk.run(["login", "ada", "--password-stdin"], input: password)
    #expect(login.status == 0, "\(login)")
    try await clerk.check("up main 3", "3\n")
    let exported = try await clerk.run(["export"])
    try await clerk.check("delete main --yes", "")
    let imported = try await clerk.run(["import", "-"], input: exported.output)
    #expect(imported.status == 0, "\(imported)")
    try await clerk.check("show main", "3\n")
    _ = try await tally(for: "clerk").run(["signup", "bea", "--password-stdin"], input: password)
    try await expectEachRightIsNeeded()
  }

  /// Takes rights away from the clerk, one after the other. Something then fails, and says why.
  private func expectEachRightIsNeeded() async throws {
    let rights = try await server.run(
      "psql", ["-AtqX", "-F", " ", "counting"],
      input: """
        SELECT privilege_type, table_name FROM information_schema.role_table_grants
        WHERE grantee = 'clerk' ORDER BY 1, 2
        """)
    let all = rights.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(!all.isEmpty, "\(rights)")
    let isFull = ProcessInfo.processInfo.environment["TALLY_FAULTS"] == "full"
    var random = Seed().generator
    let chosen = all.shuffled(using: &random).prefix(isFull ? all.count : 3)
    for (number, right) in chosen.enumerated() {
      let (verb, table) = (right[0], right[1])
      let taken = try await server.administer(
        "REVOKE \(verb) ON \(table) FROM clerk", in: "counting")
      let refused = try await firstRefusal(named: "without-\(number)")
      #expect(refused?.status == 74, "\(verb) on \(table) is not needed")
      #expect(
        refused?.errors.contains("too few rights: permission denied for table \(table)") == true,
        "\(verb) on \(table): \(String(describing: refused))")
      let given = try await server.administer("GRANT \(verb) ON \(table) TO clerk", in: "counting")
      #expect([taken.status, given.status] == [0, 0])
    }
    let refused = try await firstRefusal(named: "with-all")
    #expect(refused == nil)
  }

  /// Does everything as the clerk, with new counters and an account of this name.
  private func firstRefusal(named name: String) async throws -> TallyProgram.Run? {
    // Attempts that failed for a missing right would make the next ones wait.
    let forgotten = try await server.administer(
      "DELETE FROM throttles; UPDATE devices SET tries = 0", in: "counting")
    #expect(forgotten.status == 0)
    let clerk = try await tally(for: "clerk")
    let (old, new) = ("long enough 1\n", "long enough 2\n")
    let commands = [
      ("login ada --password-stdin", old), ("up main 3", ""), ("undo main", ""), ("redo main", ""),
      ("up tea-\(name) --create", ""), ("rename tea-\(name) \(name)", ""),
      ("target \(name) 9", ""), ("share \(name) with bea", ""), ("unshare \(name) with bea", ""),
      ("invite \(name) --url https://example.org", ""), ("uninvite \(name)", ""),
      ("archive \(name)", ""), ("unarchive \(name)", ""), ("export", ""),
      ("delete \(name) --yes", ""), ("import -", "exported"), ("undo \(name)", ""),
      ("list", ""), ("history main", ""), ("check", ""),
      ("password --password-stdin", old + new), ("password --password-stdin", new + old),
      ("logout", ""), ("login ada --password-stdin", old), ("logout", ""),
      ("signup \(name) --password-stdin", old),
      ("delete-account --password-stdin", old),
    ]
    var exported = ""
    for (command, input) in commands {
      let run = try await clerk.run(
        command.components(separatedBy: " "), input: input == "exported" ? exported : input)
      if run.status != 0 { return run }
      if command == "export" { exported = run.output }
      // The use of a session is noted once a day.
      _ = try await server.administer(
        "UPDATE sessions SET used_at = used_at - 172800000", in: "counting")
    }
    return nil
  }

  @Test func `a dump is restored into an empty database, with counts, histories and undo`()
    async throws
  {
    let password = "long enough 1\n"
    #expect(try await server.run("createdb", ["tally"]).status == 0)
    // As the page has them: the program, PostgreSQL's programs, and the server's own role.
    var environment = try await server.environment()
    environment["TALLY_STORE"] = "postgresql:///tally"
    let tally = try TallyProgram(environment: environment)
    let signedUp = try await tally.run(["signup", "ada", "--password-stdin"], input: password)
    #expect(signedUp.status == 0, "\(signedUp)")
    for command in [
      "up main 5 --id tap-1", "set main 9", "undo main", "up tea 2 --create", "target tea 4",
    ] {
      let run = try await tally.run(command.components(separatedBy: " "))
      #expect(run.status == 0, "\(run)")
    }

    let restored = try await tally.bash(Document.block(marked: "postgres-backup").text)
    #expect(
      restored.status == 0 && restored.output.hasPrefix("No problems found\n"), "\(restored)")

    let store = ["--store", "postgresql:///tally_restored"]
    let login = try await tally.run(
      ["login", "ada", "--password-stdin"] + store, input: password)
    #expect(login.status == 0, "\(login)")
    for command in [
      "history main --format json", "list --format json", "export",
      // Known by its id, so it counts in neither.
      "up main 5 --id tap-1", "undo main", "show main", "redo main", "redo main", "show main",
    ] {
      let words = command.components(separatedBy: " ")
      let (old, new) = (try await tally.run(words), try await tally.run(words + store))
      #expect(old == new, "\(command)")
      #expect(old.status == 0, "\(old)")
    }
    try await tally.check(["show", "main"] + store, "9\n")
  }
}
