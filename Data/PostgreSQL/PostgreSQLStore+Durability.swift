public import Domain
internal import Synchronization

extension PostgreSQLStore {
  /// What the server's settings promise. A role, a database or a client may have its own
  /// `synchronous_commit`, so the connection that writes is asked.
  ///
  /// - Returns: always a value; a file has none.
  /// - Throws: the store's refusals.
  public func durability() async throws(Refusal) -> Durability? {
    try await writer.perform("settings") { Durability(try ServerSettings(of: $0)) }
  }
}

/// The settings of a server that decide what a COMMIT promises.
struct ServerSettings {
  /// Whether a standby is connected that a COMMIT waits for.
  enum Standby: String {
    case connected
    case missing
    /// Only some roles may see it.
    case hidden = "not visible to this role"
  }

  static let names = ["synchronous_commit", "fsync", "full_page_writes"]
  static let nameOfStandbys = "synchronous_standby_names"

  /// The values; those that the server does not know are missing.
  let values: [String: String]
  let standby: Standby

  init(values: [String: String], standby: Standby) {
    self.values = values
    self.standby = standby
  }

  init(of connection: PostgreSQLConnection) throws {
    let names = Self.names + [Self.nameOfStandbys]
    let row = try connection.row(
      "SELECT " + names.map { "pg_catalog.current_setting('\($0)', true)" }.joined(separator: ", "),
      [])
    values = try names.enumerated().reduce(into: [:]) { values, name in
      values[name.element] = try row?.value(name.offset) as String?
    }
    let namesStandbys = values[Self.nameOfStandbys].map { !$0.isEmpty } ?? false
    standby = namesStandbys ? Self.standby(of: connection) : .missing
  }

  /// A role without `pg_read_all_stats` sees the number of standbys, and nothing about them.
  private static func standby(of connection: PostgreSQLConnection) -> Standby {
    let row = try? connection.row(
      """
      SELECT count(*), count(sync_state), count(CASE WHEN sync_state IN ('sync', 'quorum') THEN 1 END)
      FROM pg_catalog.pg_stat_replication
      """, [])
    guard let row, let all: Int64 = try? row.value(0), let seen: Int64 = try? row.value(1),
      let synchronous: Int64 = try? row.value(2)
    else { return .hidden }
    if synchronous > 0 { return .connected }
    return seen == all ? .missing : .hidden
  }
}

extension Durability {
  init(_ server: ServerSettings) {
    func setting(_ name: String) -> Setting? { server.values[name].map { Setting(name, $0) } }
    let known = ServerSettings.names.compactMap(setting)
    let standbys = setting(ServerSettings.nameOfStandbys)
    let namesStandbys = standbys.map { !$0.value.isEmpty } ?? false
    self.init(
      settings: known + [standbys].compactMap(\.self)
        + (namesStandbys
          ? [Setting("the synchronous standby", server.standby.rawValue)] : []),
      promise: Self.promise(known, standby: namesStandbys ? server.standby : nil))
  }

  private static func promise(_ known: [Setting], standby: ServerSettings.Standby?) -> Promise {
    guard let commit = known.first, known.count == ServerSettings.names.count else {
      return .unknown
    }
    let damaging = known.dropFirst().filter { $0.value == "off" }
    if !damaging.isEmpty { return .damagedByCrash(because: damaging) }
    if commit.value == "off" { return .lostInCrash(because: commit) }
    guard let standby else { return .survivesCrash }
    guard ["on", "remote_apply"].contains(commit.value) else {
      return .lostWithMachine(because: commit)
    }
    return standby == .missing ? .waits : .survivesLossOfMachine
  }
}

/// A server's history since the last promotion: each promotion begins a timeline with a higher number.
struct PostgreSQLTimeline: Equatable, Sendable {
  /// The number that a primary and its standbys share.
  let system: Int64
  let number: Int64
}

/// The newest timeline that a store has met, by which it knows an old primary.
///
/// A primary that hung or was cut off still accepts connections when it comes back, until it is told
/// that another server took its place. What it shows meanwhile is out of date.
final class PostgreSQLTimelines: Sendable {
  private let newest = Mutex<PostgreSQLTimeline?>(nil)

  /// Notes the timeline of a connection.
  func meet(_ timeline: PostgreSQLTimeline?) {
    guard let timeline else { return }
    newest.withLock { newest in
      // The address can lead to another database system one day.
      if newest?.system != timeline.system || newest?.number ?? 0 < timeline.number {
        newest = timeline
      }
    }
  }

  /// Whether another server has taken the place of the one with this timeline.
  func isOver(_ timeline: PostgreSQLTimeline?) -> Bool {
    guard let timeline, let newest = newest.withLock(\.self) else { return false }
    return newest.system == timeline.system && timeline.number < newest.number
  }
}

extension PostgreSQLConnection {
  /// Asks for the server's timeline; `nil` if it does not tell.
  func readTimeline() throws -> PostgreSQLTimeline? {
    do {
      guard let row = try row(Self.timeline, []) else { return nil }
      return PostgreSQLTimeline(system: try row.value(0), number: try row.value(1))
    } catch let error as PostgreSQLError where error.kind == .refused {
      return nil
    }
  }

  /// The name of a log file begins with the timeline.
  private static let timeline = """
    SELECT system_identifier, pg_catalog.concat('x', pg_catalog.substr(
      pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int8
    FROM pg_catalog.pg_control_system()
    """
}
