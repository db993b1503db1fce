internal import Dispatch
internal import Domain
internal import Synchronization

/// A connection and the thread in which it waits. A lost connection is replaced by a new one.
final class PostgreSQLLane: Sendable {
  private let address: PostgreSQLAddress
  private let patience: Duration
  private let thread: DispatchQueue?
  private let connection = Mutex<PostgreSQLConnection?>(nil)

  /// Creates a lane without a connection; `thread` is `nil` for the callers' threads.
  init(to address: PostgreSQLAddress, patience: Duration, thread: DispatchQueue?) {
    self.address = address
    self.patience = patience
    self.thread = thread
  }

  /// Runs `work` in the lane's thread.
  func schedule(_ work: @escaping @Sendable () -> Void) {
    if let thread { thread.async(execute: work) } else { work() }
  }

  /// Runs `work` in the lane's thread with its connection, like `repeating`.
  func perform<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(Refusal) -> Value {
    guard thread != nil else { return try result(of: name, work).get() }
    let result = await withCheckedContinuation { continuation in
      schedule { continuation.resume(returning: self.result(of: name, work)) }
    }
    return try result.get()
  }

  private func result<Value: Sendable>(
    of name: String, _ work: @Sendable (PostgreSQLConnection) throws -> Value
  ) -> Result<Value, Refusal> {
    Result { try repeating(work) }.mapError { Refusal(postgreSQL: $0, during: name) }
  }

  /// Runs `work` once with the lane's connection. A lost one is replaced the next time.
  func once<Value: Sendable>(
    _ work: @Sendable (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    try connection.withLock { connection in
      let present = try connection ?? PostgreSQLConnection(address, patience: patience)
      connection = present
      defer { if present.isBroken { connection = nil } }
      return try work(present)
    }
  }

  /// Runs `work` with the lane's connection. While others are in the way or the server is away, it
  /// runs again, until the patience ends. `work` must be a whole transaction, so that nothing is
  /// changed when it fails.
  func repeating<Value: Sendable>(
    _ work: @Sendable (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    try connection.withLock { connection in
      let deadline = ContinuousClock.now + patience
      var attempts = PostgreSQLAttempts()
      while true {
        do {
          let present = try connection ?? PostgreSQLConnection(address, patience: patience)
          connection = present
          return try work(present)
        } catch {
          if connection?.isBroken == true || attempts.needsConnection(after: error) {
            connection = nil
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
