import Data
import Domain
import Programs
import Testing

/// A primary and a standby, with ada's account.
struct Cluster: Sendable {
  private(set) var primary: DatabaseServer
  private(set) var standby: DatabaseServer
  /// Whether COMMIT waits for the standby.
  let isSynchronous: Bool
  /// The program; its store's address names both servers.
  let tally: TallyProgram

  init(isSynchronous: Bool = true, settings: String = "") async throws {
    let folder = try await PostgreSQLFolder()
    primary = DatabaseServer(name: "a", folder: folder)
    standby = DatabaseServer(name: "b", folder: folder)
    self.isSynchronous = isSynchronous
    tally = try TallyProgram(environment: ["TALLY_STORE": Self.address(of: primary, standby)])
    try await primary.create()
    try await primary.start(settings)
    try await addStandby()
    let run = try await tally.run(
      ["signup", "ada", "--password-stdin"], input: "\(TallyProgram.password)\n")
    try #require(run.status == 0, "\(run)")
  }

  /// The address of a store on any of these servers.
  static func address(of servers: DatabaseServer...) -> String {
    "postgresql:///postgres?host=\(servers.map(\.host).joined(separator: ","))&user=tally"
  }

  /// Makes the second server a standby of the first, and waits until it follows.
  func addStandby() async throws {
    try await standby.follow(primary)
    try await standby.start()
    if isSynchronous { try await primary.set("synchronous_standby_names", to: "*") }
    try await waitForStandby()
  }

  /// Waits until the standby has everything that was saved.
  func waitForStandby() async throws {
    let position = try await primary.sql("SELECT pg_current_wal_flush_lsn()").joined()
    try await standby.wait(until: "pg_last_wal_receive_lsn() >= '\(position)'")
  }

  /// Notes that the standby has become the primary, and that the old primary is to follow it.
  mutating func swap() {
    (primary, standby) = (standby, primary)
  }

  /// Waits until the standby, which works, receives nothing any more.
  func stopReceiving() async throws {
    try await standby.sql("ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
    try await primary.wait(until: "NOT EXISTS (SELECT FROM pg_stat_replication)")
  }
}

extension DatabaseServer {
  /// Waits until no connection of Tally's fulfils a condition on `pg_stat_activity`.
  func wait(untilNoClient condition: String) async throws {
    try await wait(
      until: """
        NOT EXISTS (
          SELECT FROM pg_stat_activity WHERE application_name = 'tally' AND \(condition))
        """)
  }
}

extension TallyProgram {
  /// Its environment with another address of the same store, where the login is saved too.
  func environment(at address: String) async throws -> [String: String] {
    try await login(at: address).save(#require(try await token()))
    return environment.merging(["TALLY_STORE": address]) { $1 }
  }

  /// The token of its saved login.
  func token() async throws -> SessionToken? { try await login(at: store).token() }

  private func login(at address: String) -> TokenFile<Session> {
    TokenFile(path: file("state/tally/session"), store: address, meaning: "saved login")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where PostgreSQL is missing or must not take the time, and notes it in the table.
  static func needsPostgreSQL(for row: String) -> Self {
    .enabled("\(Engine.absence ?? "")") {
      guard let absence = Engine.absence else { return true }
      Figures.note(row, asked: "-", reached: "skipped: \(absence)")
      return false
    }
  }
}
