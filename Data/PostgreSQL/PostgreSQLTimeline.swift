internal import Synchronization

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
