internal import CSQLite
internal import Dispatch
internal import Domain
internal import Synchronization

/// A connection to a store's file and the thread in which it waits.
final class SQLiteLane: Sendable {
  private let thread: DispatchQueue?
  private let connection = Mutex<SQLiteConnection?>(nil)

  /// Creates a lane without a connection.
  ///
  /// - Parameter thread: the name of its thread; `nil` for the callers' threads.
  init(thread: String?) {
    self.thread = thread.map { DispatchQueue(label: $0) }
  }

  /// Connects to the store at `path`.
  func connect(to path: String) throws {
    try connection.withLock { $0 = try SQLiteConnection(toStore: path) }
  }

  /// Runs `work` in the lane's thread.
  func schedule(_ work: @escaping @Sendable () -> Void) {
    if let thread { thread.async(execute: work) } else { work() }
  }

  /// Runs the operation `name` in the lane's thread.
  func perform<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable () throws -> Value
  ) async throws(Refusal) -> Value {
    guard thread != nil else {
      do { return try work() } catch { throw Refusal(error, during: name) }
    }
    return try await performInThread(name, work)
  }

  /// Never inlined: the types of its results take a while to make, which a command does not need.
  @inline(never)
  private func performInThread<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable () throws -> Value
  ) async throws(Refusal) -> Value {
    try await withCheckedContinuation { continuation in
      schedule {
        continuation.resume(
          returning: Result(catching: work).mapError { Refusal($0, during: name) })
      }
    }.get()
  }

  /// Runs `work` with the lane's connection, in the caller's thread. A transaction that `work` leaves
  /// open is rolled back.
  func once<Value: Sendable>(
    _ work: @Sendable (SQLiteConnection) throws -> Value
  ) throws -> Value {
    try connection.withLock { connection in
      guard let connection else {
        throw SQLiteError(code: SQLITE_MISUSE, message: "the store is closed")
      }
      defer { try? connection.rollBack() }
      return try work(connection)
    }
  }

  /// Frees the connection's file, disk space and memory.
  func close() {
    connection.withLock { $0 = nil }
  }
}
