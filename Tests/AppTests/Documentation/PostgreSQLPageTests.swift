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
}
