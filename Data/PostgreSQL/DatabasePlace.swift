internal import Domain

/// Where a connection finds the store's tables, and whether they are safe there.
struct DatabasePlace {
  /// The schema with the tables.
  private(set) var schema = ""
  /// The database's encoding.
  private(set) var encoding = ""
  /// Whether the schema has the table of a store.
  private(set) var hasStore = false

  /// The encoding that every text can be stored in.
  static let usableEncoding = "UTF8"

  /// Nothing is known yet.
  init() {}

  /// Settles where a connection looks for names, and how long the server waits.
  ///
  /// - Throws: `PostgreSQLError`; `Refusal.store(.database)` when the role can use no schema of its search
  ///   path, or others may create things in it.
  init(settling connection: PostgreSQLConnection) throws {
    func milliseconds(_ limit: Duration) -> String { String(max(1, Int(limit / .milliseconds(1)))) }
    let row = try connection.row(
      Self.settling,
      [
        milliseconds(connection.lockWait),
        milliseconds(max(.seconds(1), connection.patience * 2)),
      ])
    guard let row else {
      throw Refusal.store(
        .database(
          .schemaMissing, cause: "the role can use no schema of its search_path"))
    }
    schema = try row.value(0)
    encoding = try row.value(1)
    hasStore = try row.value(2) as Int != 0
    if let others: String = try row.value(3) {
      throw Refusal.store(
        .database(
          .schemaOpen(schema: try row.value(4), to: others),
          cause: "others may create things in its schema"))
    }
  }

  /// The tables are in the first schema of the search path, as it was set for the role, the database
  /// or the address. From then on, only that schema and the system's own are searched, temporary
  /// tables last.
  ///
  /// Until then every function, type and operator is named with its schema: one of the same name
  /// for just these types would be called otherwise.
  private static let settling = """
    SELECT space.nspname, pg_catalog.getdatabaseencoding(),
      EXISTS (SELECT FROM \(storeTable)), (SELECT \(others)), pg_catalog.quote_ident(space.nspname),
      pg_catalog.set_config('search_path', pg_catalog.format('%I, pg_temp', space.nspname), FALSE),
      pg_catalog.set_config('lock_timeout', ?, FALSE),
      pg_catalog.set_config('idle_in_transaction_session_timeout', ?, FALSE)
    FROM pg_catalog.pg_namespace AS space
    WHERE space.nspname OPERATOR(pg_catalog.=) pg_catalog.current_schema()
    """

  private static let storeTable = """
    pg_catalog.pg_class AS store WHERE store.relnamespace OPERATOR(pg_catalog.=) space.oid
      AND store.relname OPERATOR(pg_catalog.=) 'tally_store'
    """

  /// Who may create things there, and could make the owners of the tables and Tally run them; `NULL`
  /// if nobody. Role 6171 is `pg_database_owner`.
  private static let others = """
    pg_catalog.string_agg(CASE WHEN granted.grantee OPERATOR(pg_catalog.=) 0 THEN 'PUBLIC'
      ELSE pg_catalog.quote_ident(role.rolname) END, ', ' ORDER BY granted.grantee)
    FROM pg_catalog.aclexplode(space.nspacl) AS granted
    LEFT JOIN pg_catalog.pg_roles AS role ON role.oid OPERATOR(pg_catalog.=) granted.grantee
    WHERE granted.privilege_type OPERATOR(pg_catalog.=) 'CREATE'
      AND granted.grantee OPERATOR(pg_catalog.<>) space.nspowner
      AND granted.grantee OPERATOR(pg_catalog.<>) 6171::pg_catalog.oid
      AND role.rolsuper IS NOT TRUE
      AND (role.rolname OPERATOR(pg_catalog.=) CURRENT_USER) IS NOT TRUE
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_database AS base
        WHERE base.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()
          AND base.datdba OPERATOR(pg_catalog.=) granted.grantee)
      AND NOT EXISTS (SELECT FROM \(storeTable)
        AND store.relowner OPERATOR(pg_catalog.=) granted.grantee)
    """
}
