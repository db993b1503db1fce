import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

/// The servers are the suite's own, because their settings would disturb others.
@Suite(
  .limited, .serialized, .inOwnThreads,
  .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `A server that cannot be used` {
  private static let server = PostgreSQLServer("-c shared_buffers=1MB -c fsync=off", schemas: 0)
  /// Leaves two connections to all roles together. A closed one is free only a little later.
  private static let crowded = PostgreSQLServer(
    "-c shared_buffers=1MB -c fsync=off -c max_connections=5 -c max_wal_senders=0 "
      + "-c superuser_reserved_connections=3", schemas: 1)
  private static let german = PostgreSQLServer(
    "-c shared_buffers=1MB -c fsync=off", schemas: 1, isGerman: true)
  private let server = Self.server

  private func store(at url: String) async throws -> PostgreSQLStore {
    try await PostgreSQLStore(
      at: PostgreSQLAddress(url), clock: ManualClock(), makesStore: true, threads: .callers)
  }

  private func refusal(at url: String) async -> Refusal? {
    await #expect(throws: Refusal.self) { _ = try await store(at: url) }
  }

  private func administer(_ statements: String) async throws {
    let run = try await server.administer(statements)
    try #require(run.status == 0, "\(run)")
  }

  @Test(
    arguments: [
      ("postgresql:///postgres?host=/nowhere", "connection to server on socket"),
      ("postgresql://127.0.0.1:1/postgres", "connection to server at \"127.0.0.1\", port 1 failed"),
      // An empty label, so that no name server is asked.
      ("postgresql://db..example/postgres", "could not translate host name \"db..example\""),
      ("postgresql:///postgres?hostaddr=999.9.9.9", "could not parse network address"),
      (
        "postgresql:///postgres?host=/nowhere,/neither",
        "connection to server on socket \"/nowhere/.s.PGSQL.5432\" failed: "
          + "No such file or directory; connection to server on socket \"/neither"
      ),
    ])
  func `because it does not answer is told in one line`(url: String, cause: String) async {
    guard case .store(.database(.unreachable, let told)) = await refusal(at: url) else {
      Issue.record("another refusal")
      return
    }
    #expect(told.hasPrefix(cause) && !told.contains("\n") && !told.contains("?"))
  }

  @Test(
    arguments: [
      "postgresql://localhost:99999/postgres", "postgresql://localhost:port/postgres",
      "postgresql://localhost/postgres?sslmode=wrong",
    ])
  func `because the address has a wrong value is a mistake of the call`(url: String) async {
    guard case .input(.wrongUsage(let text, _)) = await refusal(at: url) else {
      Issue.record("another refusal")
      return
    }
    #expect(text.hasPrefix("The address of the store is invalid: invalid "))
    #expect(text.hasSuffix("Use a form like postgresql://HOST/DATABASE"))
  }

  @Test func `because it has no such database or role says which`() async throws {
    let database = await refusal(at: try await server.address(ofDatabase: "absent", for: "tally"))
    guard case .store(.database(.missing, let cause)) = database else {
      Issue.record("\(String(describing: database))")
      return
    }
    #expect(cause.hasSuffix("database \"absent\" does not exist"))
    let role = await refusal(at: try await server.address(ofDatabase: "postgres", for: "nobody"))
    guard case .store(.database(.loginRefused, let cause)) = role else {
      Issue.record("\(String(describing: role))")
      return
    }
    #expect(cause.hasSuffix("role \"nobody\" does not exist"))
  }

  @Test func `because it lacks the database is not hidden by a standby before it`() {
    let refusal = Refusal(
      connecting: PostgreSQLError(
        connecting: """
          connection to server at "db1", port 5432 failed: session is read-only
          connection to server at "db2", port 5432 failed: FATAL:  3D000: database "tally" is absent
          LOCATION:  InitPostgres, postinit.c:885
          """))
    let cause = """
      connection to server at "db1", port 5432 failed: session is read-only; \
      connection to server at "db2", port 5432 failed: database "tally" is absent
      """
    #expect(refusal == .store(.database(.missing, cause: cause)))
  }

  @Test func `because the role may not connect says so`() async throws {
    try await administer("CREATE ROLE nologin; CREATE ROLE guest LOGIN; CREATE DATABASE closed")
    try await administer("REVOKE CONNECT ON DATABASE closed FROM PUBLIC")
    let role = await refusal(at: try await server.address(ofDatabase: "postgres", for: "nologin"))
    guard case .store(.database(.loginRefused, _)) = role else {
      Issue.record("\(String(describing: role))")
      return
    }
    let right = await refusal(at: try await server.address(ofDatabase: "closed", for: "guest"))
    guard case .store(.database(.tooFewRights, _)) = right else {
      Issue.record("\(String(describing: right))")
      return
    }
  }

  @Test func `because the password is missing or wrong says so, and not the password`()
    async throws
  {
    try await administer("CREATE ROLE locked LOGIN PASSWORD 'the right one'")
    try await administer(
      """
      DO $$ BEGIN EXECUTE format('COPY (VALUES (%L), (%L)) TO %L',
        'local all locked scram-sha-256', 'local all all trust', current_setting('hba_file'));
      END $$;
      SELECT pg_reload_conf();
      """)
    let address = try await server.address(ofDatabase: "postgres", for: "locked")
    let folder = try TemporaryFolder()
    let file = folder.file("passwords")
    for (line, cause) in [
      ("", "no password supplied"),
      ("*:*:*:*:a wrong one\n", "password authentication failed for user \"locked\""),
    ] {
      try Data(line.utf8).write(to: URL(filePath: file))
      chmod(file, 0o600)
      // A new connection may still be let in with the rules before.
      let deadline = ContinuousClock.now + patience
      var refused: Refusal?
      while refused == nil, ContinuousClock.now < deadline {
        do { _ = try await store(at: "\(address)&passfile=\(file)") } catch {
          refused = error as? Refusal
        }
      }
      guard case .store(.database(.loginRefused, let told)) = refused else {
        Issue.record("\(String(describing: refused))")
        return
      }
      #expect(told.contains(cause) && !told.contains("wrong one"))
    }
  }

  @Test func `because it accepts no changes is read-only`() async throws {
    let address = try await server.address(ofDatabase: "postgres", for: "tally")
    let refused = await refusal(
      at: address + "&options=-cdefault_transaction_read_only%3Don")
    guard case .store(.database(.readOnly, _)) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }

  @Test func `because it has no connection left is busy until there is one`() async throws {
    try await administer("CREATE ROLE limited LOGIN CONNECTION LIMIT 0")
    let limited = await refusal(
      at: try await server.address(ofDatabase: "postgres", for: "limited"))
    expect(limited, is: { .store(.busy(cause: $0)) })

    let granted = try await Self.crowded.administer(
      "CREATE ROLE crowd LOGIN; GRANT ALL ON SCHEMA test_1 TO crowd")
    try #require(granted.status == 0, "\(granted)")
    let address = try await Self.crowded.newSchema()
      .replacing("user=tally", with: "user=crowd")
    var stores = [try await storeWhenFree(at: address), try await storeWhenFree(at: address)]
    expect(await refusal(at: address), is: { .store(.busy(cause: $0)) })
    #expect(stores.count == 2)
    stores.removeAll()
    _ = try await storeWhenFree(at: address)
  }

  @Test(.enabled(if: PostgreSQLServer.knowsGerman, "there are no German messages"))
  func `because of the same reasons in another language is told alike`() async throws {
    let statements = """
      CREATE ROLE nologin; CREATE ROLE guest LOGIN; CREATE ROLE limited LOGIN CONNECTION LIMIT 0;
      CREATE DATABASE closed; REVOKE CONNECT ON DATABASE closed FROM PUBLIC
      """
    for statement in statements.split(separator: ";") {
      let run = try await Self.german.administer(String(statement))
      try #require(run.status == 0, "\(run)")
    }
    func refusal(in database: String, for role: String) async throws -> Refusal? {
      await self.refusal(at: try await Self.german.address(ofDatabase: database, for: role))
    }
    for (database, role, fault, words) in [
      ("postgres", "nobody", DatabaseFault.loginRefused, "existiert nicht"),
      ("absent", "tally", .missing, "existiert nicht"),
      ("postgres", "nologin", .loginRefused, "Rolle"),
      ("closed", "guest", .tooFewRights, "Datenbank"),
    ] {
      guard case .store(.database(fault, let cause)) = try await refusal(in: database, for: role)
      else {
        Issue.record("not \(fault)")
        continue
      }
      // In its words, without the severity and the code.
      let beginning = "\(try await Self.german.host())/.s.PGSQL.5432\" failed: "
      let told = try #require(cause.split(separator: beginning, maxSplits: 1).last)
      #expect(told.contains(words) && told.first?.isLetter == true, "\(cause)")
      #expect(
        ["FATAL", "28000", "3D000", "42501", "\n"].allSatisfy { !cause.contains($0) }, "\(cause)")
    }
    expect(try await refusal(in: "postgres", for: "limited"), is: { .store(.busy(cause: $0)) })
  }

  /// The server notices a little later that a connection was closed.
  private func storeWhenFree(at address: String) async throws -> PostgreSQLStore {
    let deadline = ContinuousClock.now + patience
    while true {
      do {
        return try await store(at: address)
      } catch Refusal.store(.busy) where ContinuousClock.now < deadline {}
    }
  }

  @Test func `because it is too old names the version`() async throws {
    let server = try OldServer()
    let address = "postgresql:///postgres?host=\(server.folder.path)&user=tally"
    #expect(
      await refusal(at: address)
        == .store(
          .database(.tooOld, cause: "its server is PostgreSQL 13, and Tally needs 14 or later")))
  }
}

/// Says that it is PostgreSQL 13.
private final class OldServer {
  let folder: TemporaryFolder
  private let listener: Int32

  init() throws {
    folder = try TemporaryFolder()
    listener = try listeningSocket(at: folder.file(".s.PGSQL.5432"))
    Thread.detachNewThread { [listener] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        defer { close(client) }
        var request = [UInt8](repeating: 0, count: 4_096)
        _ = read(client, &request, request.count)
        let answer = Self.answer
        _ = write(client, answer, answer.count)
        // Until the client leaves.
        while read(client, &request, request.count) > 0 {}
      }
    }
  }

  deinit { close(listener) }

  /// The login is accepted, settings are reported, and the server is ready.
  private static var answer: [UInt8] {
    let settings = [
      ("server_version", "13.9"), ("default_transaction_read_only", "off"),
      ("in_hot_standby", "off"), ("client_encoding", "UTF8"),
    ]
    return message("R", [0, 0, 0, 0])
      + settings.flatMap { message("S", Array("\($0.0)\0\($0.1)\0".utf8)) }
      + message("Z", Array("I".utf8))
  }

  private static func message(_ kind: Character, _ body: [UInt8]) -> [UInt8] {
    [kind.asciiValue ?? 0] + withUnsafeBytes(of: UInt32(body.count + 4).bigEndian, Array.init)
      + body
  }
}
