public import Domain

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
