import Programs
import Testing

/// Completion of counters whose store is on PostgreSQL.
@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct PostgreSQLCompletionTests {
  private let address: String

  init() async throws {
    address = try await PostgreSQLServer.shared.newSchema()
  }

  /// A home where ada is logged in and has counters.
  private func tally(environment: [String: String] = [:]) async throws -> TallyProgram {
    let tally = try TallyProgram(environment: environment)
    let store = environment.isEmpty ? ["--store", address] : []
    let run = try await tally.run(
      ["signup", "ada", "--password-stdin"] + store, input: "correct horse 1\n")
    try #require(run.status == 0, "\(run)")
    for name in ["coffee", "green tea"] {
      try #require(try await tally.run(["up", name, "7", "--create"] + store).status == 0)
    }
    return tally
  }

  @Test(arguments: CompletingShell.installed)
  func `A shell completes a counter of the store in the environment`(in shell: CompletingShell)
    async throws
  {
    let tally = try await tally(environment: ["TALLY_STORE": address])
    let terminal = try await tally.terminal(with: shell)
    try await terminal.type("tally show co\t\r")
    try await terminal.expect("\n7\r\n")
    try await terminal.type("tally up gre\t 5\r")
    try await terminal.expect("\n12\r\n")
  }

  @Test(arguments: CompletingShell.installed)
  func `A shell completes a counter of the named store`(in shell: CompletingShell) async throws {
    let tally = try await tally()
    let terminal = try await tally.terminal(with: shell)
    try await terminal.type("tally show --store '\(address)' co\t\r")
    try await terminal.expect("\n7\r\n")
  }

  @Test(arguments: CompletingShell.installed)
  func `A server that does not answer offers nothing and says nothing`(in shell: CompletingShell)
    async throws
  {
    let tally = try TallyProgram(environment: ["TALLY_STORE": "postgresql:///a?host=/nowhere"])
    let terminal = try await tally.terminal(with: shell)
    try await terminal.type("echo 'a'bc co\t\r")
    try await terminal.expect("abc co")
    try await terminal.type("tally show co\t\u{1}printf '<%s>' \r")
    try await terminal.expect("<tally><show><co>")
  }

  @Test func `A session completes a counter`() async throws {
    let tally = try await tally(environment: ["TALLY_STORE": address])
    let terminal = try await tally.terminal()
    try await terminal.answer("ada/main> ", "open gre\t")
    try await terminal.answer("ada/green tea> ", "+3")
    try await terminal.expect("Current count is 10\r\n")
  }
}
