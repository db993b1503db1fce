import Data
import Domain
import Programs
import Testing

extension CutOperation {
  /// A database of its own, and a program that reaches it through a proxy.
  struct Place: Sendable {
    let proxy: CuttingProxy
    private let tally: TallyProgram
    private let database: String
    /// The address without the proxy.
    private let direct: String
    private let model: Model
    private let hasStore: Bool

    init(for operation: CutOperation) async throws {
      let (server, model) = (PostgreSQLServer.shared, try await Model.shared.value)
      self.model = model
      hasStore = operation.hasStore
      database = "gone_\(UInt64.random(in: 0 ... .max))"
      let template = hasStore ? Model.database : "template1"
      let made = try await server.administer("CREATE DATABASE \(database) TEMPLATE \(template)")
      try #require(made.status == 0, "\(made)")
      proxy = try CuttingProxy(to: try await server.host())
      let address = "postgresql:///\(database)?host=\(proxy.host)&user=tally"
      direct = try await server.address(ofDatabase: database, for: "tally")
      tally = try TallyProgram(environment: ["TALLY_STORE": address])
      if let token = model.tokens[operation.person] {
        let file = tally.file("state/tally/session")
        for store in [address, direct] {
          try await TokenFile<Session>(path: file, store: store, meaning: "saved login").save(token)
        }
      }
    }

    /// Runs an operation, through the proxy or not.
    func run(_ operation: CutOperation, isDirect: Bool = false) async throws -> TallyProgram.Run {
      try await TallyProgram.run(
        TallyProgram.path, operation.arguments, input: Array(operation.input.utf8),
        environment: tally.environment.merging(isDirect ? ["TALLY_STORE": direct] : [:]) { $1 })
    }

    /// Everything that a person could tell apart, a row each.
    func state() async throws -> [String] {
      let rows = try await Self.query(model.query, in: database)
      let isEmpty = !hasStore && rows.errors.contains("\"users\" does not exist")
      try #require(rows.status == 0 || isEmpty, "\(rows)")
      return rows.output.split(separator: "\n").map(String.init)
    }

    /// The rows of a query, without headings.
    fileprivate static func query(_ sql: String, in database: String) async throws
      -> TallyProgram.Run
    {
      try await PostgreSQLServer.shared.run(
        "psql", ["-AtqX", "-v", "ON_ERROR_STOP=1", database], input: sql)
    }

    /// Removes the database.
    func end() async throws {
      proxy.end()
      _ = try await PostgreSQLServer.shared.administer("DROP DATABASE \(database) WITH (FORCE)")
    }
  }

  /// The store that each operation finds.
  private struct Model: Sendable {
    static let database = "gone_model"
    static let shared = Task { try await Model() }

    var tokens: [Person: SessionToken] = [:]
    let query: String

    private init() async throws {
      let server = PostgreSQLServer.shared
      _ = try await server.administer("CREATE DATABASE \(Self.database)")
      let address = try await server.address(ofDatabase: Self.database, for: "tally")
      let commands = [
        "up main 5", "up main 2", "up tea --create", "undo tea", "open main", "share main with bea",
      ]
      for (person, name) in [(Person.bea, "bea"), (.ada, "ada")] {
        let tally = try TallyProgram(environment: ["TALLY_STORE": address])
        let made = try await tally.run(
          ["signup", name, "--password-stdin"], input: CutOperation.password)
        try #require(made.status == 0, "\(made)")
        for command in commands where person == .ada {
          let run = try await tally.run(command.split(separator: " ").map(String.init))
          try #require(run.status == 0, "\(command): \(run)")
        }
        tokens[person] = try await TokenFile<Session>(
          path: tally.file("state/tally/session"), store: address, meaning: "saved login"
        ).token()
      }
      let hashes = try await Place.query(
        "SELECT string_agg(quote_literal(password_hash), ', ') FROM users", in: Self.database)
      query = """
        SELECT username || ' ' || (password_hash IN (\(hashes.output)))
          || ' ' || (SELECT count(*) FROM sessions WHERE user_id = users.id)
          || ' ' || coalesce((SELECT name FROM counters WHERE id = open_counter_id), '-')
        FROM users
        UNION ALL
        SELECT username || '/' || name || ' ' || count || ' after ' || last_seq || ' to '
          || coalesce(target::text, '-') || at_most::text
        FROM counters JOIN users ON users.id = counters.user_id
        UNION ALL
        SELECT name || ' with ' || username || ' ' || coalesce(role, '-')
        FROM members JOIN counters ON counters.id = members.counter_id
          JOIN users ON users.id = members.user_id
        ORDER BY 1
        """
    }
  }
}
