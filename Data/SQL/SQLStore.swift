internal import Domain

/// A store in a database. The operations are written for this protocol, once for every engine.
protocol SQLStore: AnyObject, Sendable {
  /// A connection inside a transaction.
  associatedtype Connection: SQLConnection

  /// Reads in one transaction, from one state of the store.
  func read<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Connection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value

  /// Writes in one transaction; when `body` throws, nothing is changed. Other writes may share the
  /// transaction.
  ///
  /// Ignores task cancellation, so that the outcome of a write is always known.
  ///
  /// - Parameters:
  ///   - name: the operation's name, for error messages.
  ///   - extent: what is changed.
  ///   - body: does the write. It may be called several times, each time in a new transaction.
  /// - Returns: the result of `body`.
  /// - Throws: the refusals of `body` and of the store.
  func write<Value: Sendable>(
    _ name: String, _ extent: WriteExtent,
    _ body: @escaping @Sendable (Connection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value

  /// The listeners for changes.
  var listeners: Listeners { get }

  /// Passes a number that changes with each commit to `listener`; `nil` when the store cannot be read.
  ///
  /// With `beforeReads`, it must not be newer than anything that is read after this call; `nil`
  /// counts as older than every number.
  func tellVersion(beforeReads: Bool, to listener: @escaping @Sendable (Int64?) -> Void)

  /// Waits until there may be a change, at most this long.
  func awaitChange(upTo limit: Duration) async
}

extension SQLStore {
  /// Writes a few rows in one transaction.
  func write<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Connection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    try await write(name, .rows, body)
  }

  /// Changes the count of a counter in one transaction.
  func write<Value: Sendable>(
    _ name: String, on counter: Counter.ID,
    _ body: @escaping @Sendable (Connection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    try await write(name, .count(of: counter), body)
  }
}

/// What a write changes.
enum WriteExtent: Equatable {
  /// The count of one counter, and nothing else. An engine that locks rows puts only such writes into
  /// one transaction, ordered by counter.
  case count(of: Counter.ID)
  /// A few rows.
  case rows
  /// Whole histories, which takes long.
  case histories
}

/// Another transaction did meanwhile what this one found missing. Done again, this one finds it.
struct Overtaken: Error {}
