internal import Dispatch
internal import Domain
internal import Synchronization

/// A connection and the thread in which it waits. A lost connection is replaced by a new one.
final class PostgreSQLLane: Sendable {
  private let address: PostgreSQLAddress
  private let patience: Duration
  private let lockWait: Duration?
  private let thread: DispatchQueue?
  private let mayTakeLong: Bool
  private let timelines: PostgreSQLTimelines?
  private let connection = Mutex<PostgreSQLConnection?>(nil)

  /// Creates a lane without a connection.
  ///
  /// - Parameters:
  ///   - address: the database.
  ///   - patience: how long the server may take for a statement, and for an operation.
  ///   - lockWait: how long the server waits for a lock; most of the patience if `nil`.
  ///   - thread: `nil` for the callers' threads.
  ///   - mayTakeLong: whether a write may take long, because no others wait for it.
  ///   - timelines: what the lanes of a store know together, so that none stays with an old primary;
  ///     `nil` for a lane that is alone.
  init(
    to address: PostgreSQLAddress, patience: Duration, lockWait: Duration? = nil,
    thread: DispatchQueue?, mayTakeLong: Bool = true, timelines: PostgreSQLTimelines? = nil
  ) {
    self.address = address
    self.patience = patience
    self.lockWait = lockWait
    self.thread = thread
    self.mayTakeLong = mayTakeLong
    self.timelines = timelines
  }

  /// The connection, which leads to the newest primary that the store has met.
  private func connected(_ present: inout PostgreSQLConnection?) throws -> PostgreSQLConnection {
    if let present, timelines?.isOver(present.timeline) != true { return present }
    present = nil
    let connection = try PostgreSQLConnection(
      address, patience: patience, lockWait: lockWait, mayTakeLong: mayTakeLong)
    if let timelines {
      connection.timeline = try connection.readTimeline()
      timelines.meet(connection.timeline)
      if timelines.isOver(connection.timeline) { throw PostgreSQLError.oldPrimary }
    }
    present = connection
    return connection
  }

  /// Runs `work` in the lane's thread.
  func schedule(_ work: @escaping @Sendable () -> Void) {
    if let thread { thread.async(execute: work) } else { work() }
  }

  /// Runs `work` in the lane's thread with its connection, like `repeating`. The patience begins
  /// now, so that nobody waits longer behind others.
  func perform<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(Refusal) -> Value {
    let deadline = ContinuousClock.now + patience
    guard thread != nil else { return try result(of: name, until: deadline, work).get() }
    let result = await withCheckedContinuation { continuation in
      schedule { continuation.resume(returning: self.result(of: name, until: deadline, work)) }
    }
    return try result.get()
  }

  private func result<Value: Sendable>(
    of name: String, until deadline: ContinuousClock.Instant,
    _ work: @Sendable (PostgreSQLConnection) throws -> Value
  ) -> Result<Value, Refusal> {
    Result { try repeating(until: deadline, work) }
      .mapError { Refusal(postgreSQL: $0, during: name) }
  }

  /// Runs `work` once with the lane's connection. A lost one is replaced the next time.
  func once<Value: Sendable>(
    _ work: @Sendable (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    try connection.withLock { present in
      let connection = try connected(&present)
      defer { if connection.isBroken { present = nil } }
      return try work(connection)
    }
  }

  /// Runs `work` with the lane's connection. While others are in the way or the server is away, it
  /// runs again, until the deadline. `work` must be a whole transaction, so that nothing is
  /// changed when it fails.
  ///
  /// `commitDeadline`, if given, is the one of COMMIT.
  ///
  /// - Throws: also `Refusal.store(.busy)` when the deadline has passed before it could begin.
  func repeating<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    committingUntil commitDeadline: ContinuousClock.Instant? = nil,
    _ work: @Sendable (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    try connection.withLock { present in
      var attempts = PostgreSQLAttempts()
      guard ContinuousClock.now < deadline else {
        throw Refusal.store(.busy(cause: "others were before it for \(patience)"))
      }
      while true {
        do {
          let connection = try connected(&present)
          (connection.deadline, connection.commitDeadline) = (deadline, commitDeadline)
          defer { (connection.deadline, connection.commitDeadline) = (nil, nil) }
          return try work(connection)
        } catch {
          if present?.isBroken == true || attempts.needsConnection(after: error) {
            present = nil
          }
          guard attempts.isNextUseful(after: error), ContinuousClock.now < deadline else {
            throw error
          }
        }
        attempts.pause()
      }
    }
  }
}

extension [Int] {
  /// Adds one to the least of these loads of lanes, and returns its index.
  mutating func addToLeast() -> Int {
    let index = indices.min { self[$0] < self[$1] } ?? 0
    self[index] += 1
    return index
  }
}
