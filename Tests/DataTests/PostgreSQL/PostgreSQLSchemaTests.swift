import Domain
import Programs
import Testing

@testable import Data

@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `The schema of a store on PostgreSQL` {
  @Test func `is Tally's own, and no problem, with changes and the statistics of ANALYZE`()
    async throws
  {
    let world = try await PostgreSQLWorld()
    let store = try await world.store()
    let (session, counter) = try await world.counting(in: store)
    _ = try await store.apply([.add(2), .undo], to: counter, in: session)
    try await world.run("ANALYZE")
    #expect(try await store.faults() == [])
    // Once more on the same connection, and then it still counts in the real tables.
    #expect(try await store.faults() == [])
    #expect(
      try await store.apply([.add(1)], to: counter, in: session).outcomes.map(\.count) == [1])
  }

  @Test(
    arguments: [
      (
        """
        CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER t BEFORE INSERT ON changes FOR EACH ROW EXECUTE FUNCTION f()
        """, "the trigger t of changes does not belong to a Tally store"
      ),
      (
        "CREATE RULE r AS ON DELETE TO users DO INSTEAD NOTHING",
        "the rule r of users does not belong to a Tally store"
      ),
      ("CREATE VIEW v AS SELECT * FROM users", "the view v does not belong to a Tally store"),
      (
        "CREATE MATERIALIZED VIEW v AS SELECT 1",
        "the view v does not belong to a Tally store"
      ),
      ("CREATE TABLE x ()", "the table x does not belong to a Tally store"),
      (
        "ALTER TABLE users ADD COLUMN x INTEGER",
        "the column users.x does not belong to a Tally store"
      ),
      (
        "ALTER TABLE users ALTER COLUMN created_at SET DEFAULT 0",
        "the column users.created_at differs from Tally's schema"
      ),
      (
        "CREATE INDEX i ON users(created_at)", "the index i does not belong to a Tally store"
      ),
      ("DROP INDEX users_open_counter", "the index users_open_counter is missing"),
      (
        "DROP INDEX sessions_user; CREATE INDEX sessions_user ON sessions(used_at)",
        "the index sessions_user differs from Tally's schema"
      ),
      (
        "ALTER TABLE changes DROP CONSTRAINT changes_seq_check",
        "the constraint changes_seq_check of changes is missing"
      ),
      (
        "ALTER TABLE sessions DISABLE TRIGGER ALL",
        "the constraint sessions_user_id_fkey of sessions differs from Tally's schema"
      ),
      ("ALTER TABLE throttles SET UNLOGGED", "the table throttles differs from Tally's schema"),
      (
        "ALTER TABLE members ENABLE ROW LEVEL SECURITY",
        "the table members differs from Tally's schema"
      ),
    ])
  func `is damaged by what Tally did not make`(sql: String, fault: String) async throws {
    let world = try await PostgreSQLWorld()
    let store = try await world.store()
    _ = try await world.counting(in: store)
    try await world.run(sql)
    #expect(try await store.faults() == [.damaged(fault)])
  }

  @Test func `without one of its tables is told, with what cannot be checked`() async throws {
    let world = try await PostgreSQLWorld()
    let store = try await world.store()
    try await world.run("DROP TABLE members")
    let faults = try await store.faults()
    #expect(faults.contains(.damaged("the table members is missing")))
    #expect(
      faults.contains { if case .damaged(let text) = $0 { text.contains("42P01") } else { false } })
  }

  @Test func `may have views that belong to an extension`() async throws {
    let world = try await PostgreSQLWorld()
    try await world.run(
      """
      CREATE EXTENSION IF NOT EXISTS plpgsql;
      CREATE VIEW statistics AS SELECT 1;
      ALTER EXTENSION plpgsql ADD VIEW statistics
      """)
    #expect(try await world.store().faults() == [])
  }
}
