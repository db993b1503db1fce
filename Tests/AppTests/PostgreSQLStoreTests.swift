import Foundation
import Programs
import Testing

@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct PostgreSQLStoreTests {
  private let tally: TallyProgram
  private let address: String

  init() async throws {
    address = try await PostgreSQLServer.shared.newSchema()
    tally = try TallyProgram(environment: ["TALLY_STORE": address])
  }

  private func signUp(_ name: String = "ada", in tally: TallyProgram) async throws {
    let run = try await tally.run(
      ["signup", name, "--password-stdin"], input: "correct horse 1\n")
    #expect(run.status == 0, "\(run)")
  }

  private func expectNoProblems() async throws {
    let run = try await tally.run(["check"])
    #expect(run.status == 0 && run.output.hasPrefix("No problems found\n"), "\(run)")
  }

  @Test func `A store on PostgreSQL is used like a file`() async throws {
    try await signUp(in: tally)
    try await tally.check("up main 5", "5\n")
    try await tally.check("down main", "4\n")
    try await tally.check("undo main", "5\n", errors: "Undid -1\n")
    try await tally.check("up tea --create", "1\n")
    try await tally.check("show main", "5\n")
    try await expectNoProblems()
    let session = try await tally.run([], input: "+\n+\nundo\n")
    #expect(session.status == 0 && session.output.contains("7"), "\(session)")
    // Another machine, with the same store and a login of its own.
    let other = try TallyProgram(environment: ["TALLY_STORE": address])
    try await signUp("bea", in: other)
    try await other.check("show main", "0\n")
  }

  @Test func `An account moves between a file and PostgreSQL`() async throws {
    try await signUp(in: tally)
    for command in ["up main 5", "up main --id tap-1", "set main 9", "undo main"] {
      let run = try await tally.run(command.split(separator: " ").map(String.init))
      #expect(run.status == 0, "\(run)")
    }
    let exported = try await tally.run(["export"])
    let file = try await TallyProgram.ofAda()
    let taken = try await file.run(["import", "-"], input: exported.output)
    #expect(taken.status == 0, "\(taken)")
    try await file.check("show main", "6\n")
    let back = try await file.run(["export"])
    // The rows are those that PostgreSQL has already.
    let again = try await tally.run(["import", "-"], input: back.output)
    #expect(again.status == 0, "\(again)")
    try await tally.check("show main", "6\n")
    try await expectNoProblems()
  }

  @Test func `A command creates no store but signup does`() async throws {
    try await tally.checkRefusal("show", "There is no store at \(address)", status: 66)
    try await signUp(in: tally)
  }

  @Test func `A backup is left to PostgreSQL`() async throws {
    try await signUp(in: tally)
    for store in [address, "postgresql:///tally?host=/nowhere"] {
      try await tally.checkRefusal(
        ["backup", "copy.db", "--store", store],
        "PostgreSQL backs up its own stores. Use pg_dump, or pg_basebackup for the whole server",
        status: 64)
    }
  }

  @Test func `A password in the address is refused, and a missing server told`() async throws {
    let password = try await tally.run(
      ["show", "--store", "postgresql://ada:secret@localhost/tally"])
    #expect(password.status == 64 && !password.errors.contains("secret"), "\(password)")
    let missing = try await tally.run(["show", "--store", "postgresql:///tally?host=/nowhere"])
    #expect(missing.status == 74, "\(missing)")
    #expect(
      missing.errors.hasPrefix("tally: The store cannot be opened: connection to server"),
      "\(missing)")
  }

  private static let logging = PostgreSQLServer(
    "-c fsync=off -c log_statement=all -c log_line_prefix='<%a> '", schemas: 1)

  @Test func `A change asks for its session and its counter once, in few statements`()
    async throws
  {
    let server = Self.logging
    let tally = try TallyProgram(environment: ["TALLY_STORE": try await server.newSchema()])
    try await signUp(in: tally)
    let log = URL(fileURLWithPath: try await server.host()).appending(path: "server.log")
    let before = try Data(contentsOf: log).count
    try await tally.check("up main", "1\n")
    let statements = String(decoding: try Data(contentsOf: log).dropFirst(before), as: UTF8.self)
      .components(separatedBy: "<tally> ")
      .filter { $0.contains("LOG:  statement: ") || $0.contains("LOG:  execute ") }
    #expect(statements.count(where: { $0.contains("FROM sessions") }) == 1)
    #expect(statements.count(where: { $0.contains("FROM counters") }) == 1)
    // The connection, the store's version, BEGIN, the session, the counter, the change, the count,
    // COMMIT.
    #expect(statements.count <= 8, "\(statements)")
  }
}
