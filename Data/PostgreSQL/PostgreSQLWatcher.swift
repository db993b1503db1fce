internal import Synchronization

/// The connection of a process that watches for changes.
///
/// It asks for a number that changes with each commit. A notification only makes it ask sooner, so
/// nothing depends on one: commands send none, and a pooler or another database may know none.
final class PostgreSQLWatcher: Sendable {
  /// The name under which processes announce changes.
  static let channel = "tally"

  let lane: PostgreSQLLane
  private let channel: String

  init(_ lane: PostgreSQLLane, channel: String = channel) {
    self.lane = lane
    self.channel = channel
  }

  /// Passes a number to `listener` that changes with every transaction that writes, anywhere on the
  /// server; `nil` if the server does not answer.
  func tellVersion(to listener: @escaping @Sendable (Int64?) -> Void) {
    lane.schedule { [lane] in
      let version: Int64?? = try? lane.once {
        try $0.value(Self.version, [])
      }
      listener(version ?? nil)
    }
  }

  private static let version = """
    SELECT pg_catalog.hashtextextended(
      pg_catalog.pg_current_snapshot()::pg_catalog.text, 0::pg_catalog.int8)
    """

  /// Waits for an announcement of changes, at most this long.
  ///
  /// - Returns: whether there was one.
  func awaitAnnouncement(upTo limit: Duration) async -> Bool {
    let deadline = ContinuousClock.now + limit
    let isAnnounced: Bool? = await withCheckedContinuation { continuation in
      lane.schedule { [lane, channel] in
        continuation.resume(
          returning: try? lane.once { connection in
            guard connection.listens(to: channel) else { return nil }
            return try connection.awaitNotification(until: deadline)
          })
      }
    }
    // Without a connection that listens, nothing has waited yet.
    if isAnnounced == nil { try? await Task.sleep(until: deadline) }
    return isAnnounced ?? false
  }
}

/// Tells the processes that watch that something was committed, no more often than they would ask
/// by themselves.
final class PostgreSQLAnnouncements: Sendable {
  private let interval: Duration
  private let state = Mutex((next: ContinuousClock.now, areKnown: true))

  /// At most one announcement in each interval.
  init(every interval: Duration) {
    self.interval = interval
  }

  /// Sends an announcement if one is due. If that fails, the others ask a little later.
  func send(through lane: PostgreSQLLane) {
    let isDue = state.withLock { state in
      guard state.areKnown, ContinuousClock.now >= state.next else { return false }
      state.next = ContinuousClock.now + interval
      return true
    }
    guard isDue else { return }
    do {
      try lane.once { _ = try $0.execute(Self.statements) }
    } catch let error as PostgreSQLError where ["0A000", "42601"].contains(error.state) {
      // This database does not know NOTIFY.
      state.withLock { $0.areKnown = false }
    } catch {}
  }

  /// A transaction of its own, after the COMMIT of the changes: PostgreSQL lets only one transaction
  /// with a NOTIFY commit at a time. It neither waits for the disk and a standby, nor for long.
  private static let statements = """
    SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = 100; \
    NOTIFY \(PostgreSQLWatcher.channel)
    """
}

extension PostgreSQLConnection {
  /// Whether notifications under that name arrive; asks for them the first time.
  fileprivate func listens(to channel: String) -> Bool {
    if let isListening { return isListening }
    let isListening = (try? execute("LISTEN \"\(channel)\"")) != nil
    self.isListening = isListening
    return isListening
  }

  /// Waits for a notification.
  ///
  /// - Returns: whether one arrived before the deadline.
  fileprivate func awaitNotification(until deadline: ContinuousClock.Instant) throws -> Bool {
    while true {
      var isNotified = false
      while let notification = library.notifies(connection) {
        library.freeMemory(notification)
        isNotified = true
      }
      if isNotified { return true }
      guard try isReady(forRoom: false, until: deadline) else { return false }
      guard library.consumeInput(connection) == 1 else { throw lost() }
    }
  }
}
