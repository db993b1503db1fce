import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

/// What others may have done to the database.
@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `The database of others` {
  private let server = PostgreSQLServer.shared
  private let name = "others_\(UInt64.random(in: 0 ... .max))"

  private func administer(_ statements: String, in database: String? = nil) async throws {
    let run = try await server.administer(statements, in: database ?? name)
    try #require(run.status == 0, "\(run)")
  }

  /// Creates the database, and returns its address for a role.
  private func makeDatabase(_ options: String = "") async throws -> PostgreSQLAddress {
    try await administer("CREATE DATABASE \(name) \(options)", in: "postgres")
    return try PostgreSQLAddress(try await server.address(ofDatabase: name, for: "tally"))
  }

  private func store(at address: PostgreSQLAddress, makesStore: Bool = true) async throws(Refusal)
    -> PostgreSQLStore
  {
    try await PostgreSQLStore(
      at: address, clock: ManualClock(), makesStore: makesStore, patience: patience)
  }

  private func refusal(at address: PostgreSQLAddress) async -> Refusal? {
    await #expect(throws: Refusal.self) { _ = try await store(at: address) }
  }

  private func mallory() async throws -> String {
    let role = "Mallory \(UInt64.random(in: 0 ... .max))"
    try await administer("CREATE ROLE \"\(role)\" LOGIN", in: "postgres")
    return "\"\(role)\""
  }

  @Test func `with a schema where others may create is refused until that ends`() async throws {
    let address = try await makeDatabase()
    _ = try await store(at: address)
    let role = try await mallory()
    try await administer("GRANT CREATE ON SCHEMA public TO PUBLIC, \(role)")
    let cause = "others may create things in its schema"
    #expect(
      await refusal(at: address)
        == .store(.database(.schemaOpen(schema: "public", to: "PUBLIC, \(role)"), cause: cause)))
    try await administer("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    #expect(
      await refusal(at: address)
        == .store(.database(.schemaOpen(schema: "public", to: role), cause: cause)))
    try await administer("REVOKE CREATE ON SCHEMA public FROM \(role)")
    _ = try await store(at: address, makesStore: false)
  }

  @Test func `with a schema where only its owners and the store's own role may create is used`()
    async throws
  {
    let address = try await makeDatabase()
    let role = try await mallory()
    try await administer("GRANT CREATE ON SCHEMA public TO \(role)")
    let plain = role.replacing("\"", with: "").replacing(" ", with: "%20")
    let own = try PostgreSQLAddress(address.url.replacing("user=tally", with: "user=\(plain)"))
    let made = try await store(at: own)
    let session = try await made.signedUp("ada").session
    _ = try await made.openCounter(in: session)
    // The owner of the tables could make others run things anyway.
    try await administer("GRANT ALL ON ALL TABLES IN SCHEMA public TO tally")
    _ = try await store(at: address, makesStore: false)
  }

  /// Functions and operators for just the types that Tally uses would be called instead of the
  /// system's own.
  private static let traps = """
    CREATE SEQUENCE ran;
    CREATE FUNCTION run() RETURNS void LANGUAGE sql SECURITY DEFINER AS
      $$ SELECT pg_catalog.nextval('public.ran') $$;
    DO $do$
      DECLARE
        name text; types text;
        functions text[] := ARRAY['hashtext', 'hashtextextended', 'quote_ident', 'concat', 'lower',
          'concat_ws', 'format', 'substr', 'length', 'current_setting', 'set_config', 'sum', 'min',
          'max', 'count', 'pg_get_expr', 'pg_get_indexdef', 'format_type', 'octet_length',
          'pg_walfile_name', 'string_agg', 'pg_advisory_xact_lock', 'to_regclass'];
        types_of text[] := ARRAY['name', 'text', 'text, integer', 'text, bigint', 'text, name',
          'text, name, text', 'text, name, text, name', '"char"', '"char", text',
          '"char", text, text', 'text, boolean', 'text, text, boolean', 'text, text',
          'bigint', 'integer', 'numeric', 'bytea', 'integer, integer', 'text, integer, integer',
          'oid, integer, boolean', 'name, integer', ''];
        signs text[] := ARRAY['||', '=', '<>', '>>', '&', '+', '-', '<', '<=', '>', '>=', '~'];
        sides text[] := ARRAY['text, name', 'name, name', 'name, text', 'oid, regclass',
          'bigint, integer', 'integer, bigint', 'text, text', 'bigint, bigint', 'name, unknown',
          '"char", text', 'smallint, bigint', 'smallint, integer', 'bytea, bytea'];
      BEGIN
        FOREACH name IN ARRAY functions LOOP FOREACH types IN ARRAY types_of LOOP
          BEGIN
            EXECUTE pg_catalog.format($f$ CREATE FUNCTION public.%I(%s) RETURNS text LANGUAGE plpgsql AS
              'BEGIN PERFORM public.run(); RETURN ''trapped''; END' $f$, name, types);
          EXCEPTION WHEN OTHERS THEN NULL; END;
        END LOOP; END LOOP;
        FOREACH types IN ARRAY sides LOOP
          BEGIN
            EXECUTE pg_catalog.format($f$ CREATE FUNCTION public.trap(%s) RETURNS boolean LANGUAGE plpgsql AS
              'BEGIN PERFORM public.run(); RETURN TRUE; END' $f$, types);
            FOREACH name IN ARRAY signs LOOP
              EXECUTE pg_catalog.format('CREATE OPERATOR public.%s (FUNCTION = public.trap, LEFTARG = %s)',
                name, pg_catalog.replace(types, ', ', ', RIGHTARG = '));
            END LOOP;
          EXCEPTION WHEN OTHERS THEN NULL; END;
        END LOOP;
      END
    $do$;
    """

  @Test func `runs none of their code, which they made while they could`() async throws {
    let address = try await makeDatabase()
    let role = try await mallory()
    try await administer("GRANT CREATE ON SCHEMA public TO \(role)")
    try await administer("SET SESSION AUTHORIZATION \(role); \(Self.traps)")
    try await administer("REVOKE CREATE ON SCHEMA public FROM \(role)")
    for (catalog, schema, least) in [
      ("pg_proc", "pronamespace", 300), ("pg_operator", "oprnamespace", 90),
    ] {
      let made = try await number(
        "SELECT count(*) FROM \(catalog) WHERE \(schema) = 'public'::regnamespace")
      #expect(made ?? 0 > least)
    }

    let store = try await store(at: address)
    let (ada, bea) = (
      try await store.signedUp("ada").session, try await store.signedUp("bea").session
    )
    let main = try #require(try await store.openCounter(in: ada))
    _ = try await store.apply([.add(5), .set(3), .undo, .redo, .add(1), .undo], to: main, in: ada)
    _ = try await store.share(main, with: bea.user.username, as: .counts, in: ada)
    _ = try await store.record(
      CommandRequest(.add(2), id: try Change.ID(checking: "tap")), on: reference("ada/main"),
      creating: false, in: bea)
    _ = try await store.counters(summing: allTime, in: bea)
    _ = try await store.members(of: main, summing: allTime, in: ada)
    _ = try await store.history(of: main, newest: 9, in: ada)
    _ = try await store.sums(of: main, between: always, in: ada)
    #expect(try await store.take(try row("x", .change, 5), in: ada).changes == 1)
    _ = try await store.countAttempt(at: "ada")
    _ = try await store.otherSessions(than: ada)
    _ = try await store.durability()
    #expect(await store.version() != nil)
    #expect(
      try await store.faults() == [.damaged("the sequence ran does not belong to a Tally store")])
    try await store.deleteAccount(in: bea)
    _ = try await self.store(at: address, makesStore: false)
    #expect(try await number("SELECT last_value FROM ran WHERE is_called") == nil)

    // The traps work: this is what a search path without the system's schemas first, or a call with
    // other types, would do.
    try await administer("SELECT hashtext('a'::name)")
    #expect(try await number("SELECT last_value FROM ran WHERE is_called") != nil)
  }

  private func number(_ sql: String) async throws -> Int64? {
    let run = try await server.run("psql", ["-AtqXc", sql, name])
    try #require(run.status == 0, "\(run)")
    return Int64(run.output.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test func `shadows no table with a temporary one`() async throws {
    let world = try await PostgreSQLWorld()
    _ = try await world.counting(in: world.store())
    let count: Int64? = try await blocking { [world] in
      let connection = try PostgreSQLConnection(world.address, patience: patience)
      try connection.execute("CREATE TEMP TABLE users (id bigint)")
      return try connection.value("SELECT count(*) FROM users", [])
    }
    #expect(count == 1)
  }

  @Test func `is checked when others stop holding what the check needs`() async throws {
    let address = try await makeDatabase()
    let store = try await store(at: address)
    let client = try await OtherClient(address, holding: "LOCK TABLE pg_class IN SHARE MODE")
    async let faults = store.faults()
    try await client.isWaitedFor()
    try await client.end("SELECT pg_sleep(0.5); COMMIT")
    #expect(try await faults == [])
  }

  @Test(arguments: ["LATIN1", "SQL_ASCII"])
  func `with another encoding than UTF8 gets no new store`(encoding: String) async throws {
    let address = try await makeDatabase("ENCODING '\(encoding)' TEMPLATE template0 LOCALE 'C'")
    #expect(
      await refusal(at: address)
        == .store(
          .database(
            .wrongEncoding, cause: "its encoding is \(encoding), and names need UTF8")))
    #expect(try await number("SELECT count(*) FROM pg_class WHERE relnamespace = 2200") == 0)
  }

  @Test
  func `with another encoding still has an older Tally's store, and says what it cannot store`()
    async throws
  {
    let address = try await makeDatabase("ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
    try await administer(
      PostgreSQLSchema.migrations.joined()
        + "UPDATE tally_store SET version = \(PostgreSQLSchema.version)")
    let store = try await store(at: address, makesStore: false)
    let session = try await store.signedUp("ada").session
    _ = try await store.createCounter(named: counterName("café"), in: session)
    let refusal = await #expect(throws: Refusal.self) {
      try await store.createCounter(named: counterName("茶"), in: session)
    }
    guard case .store(.database(.wrongEncoding, _)) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(
      try await store.faults()
        == [.damaged("the database's encoding is LATIN1, which cannot store every name")])
  }
}

/// A counter's name.
private func counterName(_ text: String) throws -> CounterName {
  try CounterName(text, in: UnicodeNormalizer())
}
