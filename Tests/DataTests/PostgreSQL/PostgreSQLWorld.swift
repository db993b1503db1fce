import Doubles
import Programs
import Testing

@testable import Data
@testable import Domain

/// A schema of a PostgreSQL server, where stores can be opened.
struct PostgreSQLWorld: Sendable {
  let clock = ManualClock()
  let address: PostgreSQLAddress

  init(on server: PostgreSQLServer = .shared) async throws {
    address = try await PostgreSQLAddress(server.newSchema())
  }

  /// Opens the store, by another address of it too, and creates it if missing.
  func store(
    at address: PostgreSQLAddress? = nil, makesStore: Bool = true,
    threads: StoreThreads = .dedicated, patience: Duration = patience
  ) async throws(Refusal) -> PostgreSQLStore {
    try await PostgreSQLStore(
      at: address ?? self.address, clock: clock, makesStore: makesStore, threads: threads,
      patience: patience)
  }

  /// A new account's first session and its counter.
  func counting(in store: PostgreSQLStore, as username: String = "ada") async throws
    -> (session: Session, counter: Counter)
  {
    let session = try await store.signedUp(username).session
    return (session, try #require(try await store.openCounter(in: session)))
  }

  /// Runs statements on a connection of their own.
  func run(_ sql: String) async throws {
    try await blocking { [address] in
      _ = try PostgreSQLConnection(address, patience: patience).execute(sql)
    }
  }

  /// The first column of a query.
  func values(_ sql: String) async throws -> [Int64] {
    try await blocking { [address] in
      try PostgreSQLConnection(address, patience: patience).rows(sql, []).map { try $0.value(0) }
    }
  }

  /// Runs a function's body in PL/pgSQL at each COMMIT after a change; `attempt` counts from 1.
  func atCommit(_ body: String) async throws {
    try await run(
      """
      CREATE SEQUENCE attempts;
      CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE attempt bigint := nextval('attempts');
      BEGIN \(body); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON changes
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION at_commit();
      """)
  }
}
