public import Domain
internal import Synchronization

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

/// The threads in which a store waits for the disk, for a server and for other processes.
public enum StoreThreads: Sendable {
  /// The caller's thread. This is the fastest for a program that does one thing and ends, because
  /// switching threads takes longer than most operations.
  case callers
  /// Threads of its own, so that no other task of the process has to wait. Waiting writes are
  /// committed together and then answered.
  case dedicated
}

extension SQLStore {
  public func storeID() async throws(Refusal) -> StoreID {
    try await read("read the id of the store") { database, _ in
      guard let row = try database.row("SELECT id FROM tally_store", []) else {
        throw Refusal.store(.damaged(cause: "it has no id"))
      }
      return StoreID(try ChangeUID.id(row.values[0]).text)
    }
  }
}

extension SQLiteStore {
  /// Checks that a change could be saved now, without making one.
  ///
  /// - Throws: what saving a change would throw, as far as it shows before the commit.
  public func checkWriting() async throws(Refusal) { try await writeAndTakeBack() }
}

extension PostgreSQLStore {
  /// Checks that a change could be saved now, without making one.
  ///
  /// - Throws: what saving a change would throw, as far as it shows before the commit.
  public func checkWriting() async throws(Refusal) { try await writeAndTakeBack() }
}

extension SQLStore {
  /// Writes a row and takes it back. Nobody who watches the store is woken.
  fileprivate func writeAndTakeBack() async throws(Refusal) {
    let attempt = WritingAttempt()
    do {
      try await write("check writing") { database, now in
        let name = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        try database.run(
          "INSERT INTO throttles (name_digest, tries, last_try) VALUES (?, 0, ?)",
          [name, now.milliseconds])
        attempt.isWritten.store(true, ordering: .releasing)
        throw TakenBack()
      }
    } catch {
      guard attempt.isWritten.load(ordering: .acquiring) else { throw error }
    }
  }
}

private final class WritingAttempt: Sendable {
  let isWritten = Atomic(false)
}

/// Ends the transaction, so that what it wrote is taken back.
private struct TakenBack: Error {}
