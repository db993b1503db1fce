import Domain
import Doubles
import Programs
import Testing

@testable import Data

@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `Opening a store on PostgreSQL` {
  private let world: PostgreSQLWorld

  init() async throws {
    world = try await PostgreSQLWorld()
  }

  private func refusal(makesStore: Bool = true) async -> Refusal? {
    await #expect(throws: Refusal.self) { _ = try await world.store(makesStore: makesStore) }
  }

  @Test func `creates it only if asked`() async throws {
    #expect(await refusal(makesStore: false) == .store(.missing(named: world.address.url)))
    #expect(
      try await world.values("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
        == [0])
    _ = try await world.store()
    _ = try await world.store(makesStore: false)
  }

  @Test func `refuses another program's tables, and changes nothing`() async throws {
    try await world.run("CREATE TABLE users (id bigint)")
    expect(await refusal(), is: { .store(.foreign(cause: $0)) })
    #expect(
      try await world.values("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
        == [1])
  }

  /// A store of each version that was ever released.
  private static let versions = [
    "postgresql-v1.sql", "postgresql-v2.sql", "postgresql-v3.sql", People.Engine.postgresql.store,
    "postgresql-v5.sql", "postgresql-v6.sql", "postgresql-v7.sql",
    "postgresql-v8.sql", "postgresql-v9.sql", "postgresql-v10.sql", "postgresql-v11.sql",
    "postgresql-v12.sql",
  ]

  @Test func `is tried with a store of every version`() {
    #expect(Self.versions.count == PostgreSQLSchema.migrations.count)
  }

  /// A released migration must not change: existing stores would miss the change, and have another
  /// schema than new ones.
  @Test(arguments: versions)
  func `migrates a store of each version, with all its content, to the schema of a new one`(
    fixture: String
  )
    async throws
  {
    let world = try await PostgreSQLWorld(loading: fixture)
    world.clock.now = People.later
    let store = try await world.store(makesStore: false)
    #expect(
      try await world.values("SELECT version FROM tally_store") == [PostgreSQLSchema.version])
    #expect(try await store.faults() == [])
    let lines = try await StoreContent(of: store, hasher: Argon2idHasher())
      .lines(of: People.usernames, password: People.hashedPassword)
    try Fixture.expect(lines, in: People.Engine.postgresql.content)
    #expect(try await store.faults() == [])
  }

  @Test func `refuses the store of a newer Tally`() async throws {
    _ = try await world.store()
    try await world.run("UPDATE tally_store SET version = version + 1")
    #expect(await refusal() == .store(.newer))
  }

  /// The address for a new role with these rights in the store's schema.
  private func address(ofRoleWith rights: String...) async throws -> PostgreSQLAddress {
    let role = "role_\(UInt64.random(in: 0 ... .max))"
    try await world.run("CREATE ROLE \(role) LOGIN")
    for right in rights {
      try await world.run(
        """
        DO $$ BEGIN EXECUTE format('GRANT \(right) TO \(role)', current_schema()); END $$
        """)
    }
    return try PostgreSQLAddress(world.address.url.replacing("user=tally", with: "user=\(role)"))
  }

  @Test func `works for a role with the rights that its page names`() async throws {
    _ = try await world.store()
    let address = try await address(
      ofRoleWith: "USAGE ON SCHEMA %I",
      "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I")
    let store = try await world.store(at: address, makesStore: false)
    let (session, counter) = try await world.counting(in: store)
    let bea = try await store.signedUp("bea").session
    await #expect(throws: Refusal.storeOwnerOnly) {
      try await store.accountToReset(bea.user.username)
    }
    await #expect(throws: Refusal.storeOwnerOnly) {
      try await store.resetPassword(of: bea.user, to: PasswordHash("new"))
    }
    _ = try await store.share(counter, with: bea.user.username, as: .counts, in: session)
    #expect(
      try await store.apply([.add(2), .undo, .redo], to: counter, in: bea).outcomes.map(\.count)
        == [2, 0, 2])
    #expect(try await store.take(try row("a", .change, 5), in: session).changes == 1)
    #expect(try await store.faults() == [])
    try await store.deleteAccount(in: session)
  }

  @Test func `refuses a role without rights`() async throws {
    _ = try await world.store()
    let address = try await address()
    let refusal = await #expect(throws: Refusal.self) {
      try await world.store(at: address, makesStore: false)
    }
    #expect(
      refusal
        == .store(.database(.schemaMissing, cause: "the role can use no schema of its search_path"))
    )
  }

  @Test func `leaves an older store to the owner of its tables`() async throws {
    let first = try #require(PostgreSQLSchema.migrations.first)
    try await world.run(first)
    let address = try await address(
      ofRoleWith: "USAGE ON SCHEMA %I",
      "SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I")
    let refusal = await #expect(throws: Refusal.self) {
      try await world.store(at: address, makesStore: false)
    }
    #expect(
      refusal
        == .store(
          .database(
            .outdated, cause: "an older Tally made it, and this role may not change its tables")))
    #expect(try await world.store(makesStore: false).faults() == [])
  }

  @Test func `names the right that a role lacks`() async throws {
    _ = try await world.store()
    let address = try await address(ofRoleWith: "USAGE ON SCHEMA %I")
    let refusal = await #expect(throws: Refusal.self) {
      try await world.store(at: address, makesStore: false)
    }
    #expect(
      refusal == .store(.database(.tooFewRights, cause: "permission denied for table tally_store")))
  }

  @Test(
    arguments: [
      "postgresql://ada:secret@host/tally", "postgresql://host/tally?password=secret",
      "postgresql://ada:@host/tally", "postgres://ada:se%zzcret@host",
      "postgresql://host?sslpassword=secret",
    ])
  func `refuses a password in the address without repeating it`(url: String) throws {
    let refusal = #expect(throws: Refusal.self) { try PostgreSQLAddress(url) }
    guard case .input(.wrongUsage(let text, _)) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(text.contains("PGPASSFILE") && !text.contains("cret"))
  }

  @Test(arguments: ["postgresql://host/tally?wrong=1", "postgresql://[host", "postgresql://%zz"])
  func `refuses an address with a mistake`(url: String) throws {
    let refusal = #expect(throws: Refusal.self) { try PostgreSQLAddress(url) }
    guard case .input(.wrongUsage(let text, _)) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(text.hasPrefix("The address of the store is invalid: "))
  }
}
