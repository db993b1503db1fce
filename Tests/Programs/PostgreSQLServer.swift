import Foundation

/// A PostgreSQL server for tests, with its files in memory. It ends with the process that started it,
/// however that ends.
public actor PostgreSQLServer {
  /// The one server of all tests that need no server of their own.
  public static let shared = PostgreSQLServer(
    "-c fsync=off -c full_page_writes=off", schemas: 3_000)

  /// Whether a server can be started here.
  public static let isInstalled = programs != nil && canChangeUser
  /// Why tests of PostgreSQL are skipped.
  public static let absence = "postgresql-15 and libpq5 are not installed"

  /// The folder of the newest version's programs.
  public static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap(Int.init).filter { $0 >= 14 }.max()
      .map { "\(root)/\($0)/bin" }
      .flatMap { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") ? $0 : nil }
  }()

  /// PostgreSQL refuses to run as root.
  private static let canChangeUser =
    getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  private let settings: String
  private let schemas: Int
  private let isGerman: Bool
  private var starting: Task<PostgreSQLFolder, any Error>?
  private var used = 0

  /// A server with these settings and empty schemas, started when it is first used. `isGerman` is
  /// the language of its messages.
  public init(_ settings: String = "", schemas: Int, isGerman: Bool = false) {
    self.settings = settings
    self.schemas = schemas
    self.isGerman = isGerman
  }

  /// Whether a server can have German messages.
  public static let knowsGerman: Bool = {
    let version = programs?.split(separator: "/").dropLast().last ?? ""
    return [
      "/usr/bin/localedef", "/usr/share/i18n/locales/de_DE",
      "/usr/share/locale/de/LC_MESSAGES/postgres-\(version).mo",
    ].allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }()

  /// The address of an empty schema, which nothing else uses.
  public func newSchema() async throws -> String {
    let address = try await address(ofDatabase: "postgres", for: "tally")
    used += 1
    return "\(address)&options=-csearch_path%3Dtest_\(used)"
  }

  /// The address of a database for a role. A busy machine may take longer to connect than the 5 s
  /// that a person waits.
  public func address(ofDatabase database: String, for role: String) async throws -> String {
    "postgresql:///\(database)?host=\(try await host())&user=\(role)&connect_timeout=60"
  }

  /// The folder of its socket, which is the name of its host in an address.
  public func host() async throws -> String { try await folder().path }

  /// Runs statements as the server's administrator.
  public func administer(_ statements: String, in database: String = "postgres") async throws
    -> TallyProgram.Run
  {
    try await run("psql", ["-q", "-v", "ON_ERROR_STOP=1", database], input: statements)
  }

  /// Runs one of PostgreSQL's programs as the server's administrator.
  public func run(_ program: String, _ arguments: [String], input: String = "") async throws
    -> TallyProgram.Run
  {
    try await TallyProgram.run(
      "\(Self.programs ?? "")/\(program)", arguments, input: Array(input.utf8),
      environment: environment())
  }

  /// The environment of programs that administer the server.
  public func environment() async throws -> [String: String] {
    [
      "PATH": "\(Self.programs ?? ""):/usr/bin:/bin", "PGHOST": try await host(),
      "PGUSER": "tally",
    ]
  }

  /// Changes a setting of the whole server, and waits until new connections have it.
  public func set(_ name: String, to value: String) async throws {
    let statements = "ALTER SYSTEM SET \(name) = '\(value)';\nSELECT pg_reload_conf();"
    let changed = try await administer(statements)
    guard changed.status == 0 else { throw SystemError(changed.errors, code: EINVAL) }
    try await eventually("setting \(name)") {
      try await run("psql", ["-Atc", "SHOW \(name)", "postgres"]).output == "\(value)\n"
    }
  }

  private func folder() async throws -> PostgreSQLFolder {
    let starting = starting ?? Task { try await start() }
    self.starting = starting
    return try await starting.value
  }

  private func start() async throws -> PostgreSQLFolder {
    let folder = try await PostgreSQLFolder()
    // The locale is made here, because most systems have none but C.
    let german = """
      localedef --quiet --force -i de_DE -f UTF-8 ./de_DE.UTF-8 || [ -d de_DE.UTF-8 ]
      export LOCPATH=$PWD
      """
    let settings = isGerman ? settings + " -c lc_messages=de_DE.UTF-8" : settings
    try await folder.run(
      """
      \(isGerman ? german : "")
      initdb -D data -U tally -A trust -E UTF8 --locale=C --no-sync >log 2>&1
      pg_ctl -D data -w -s -l server.log -o "-k $PWD -c listen_addresses='' \
        -c max_connections=1000 -c autovacuum=off \(PostgreSQLFolder.settings) \(settings)" start >>log 2>&1
      psql -h $PWD -U tally -qX postgres
      """,
      input: """
        DO $$ BEGIN
          FOR n IN 1..\(schemas) LOOP EXECUTE 'CREATE SCHEMA test_' || n; END LOOP;
        END $$
        """)
    return folder
  }
}
