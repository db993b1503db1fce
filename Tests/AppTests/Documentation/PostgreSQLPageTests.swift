import Programs
import Testing

/// What the page on PostgreSQL tells an administrator to do.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
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
