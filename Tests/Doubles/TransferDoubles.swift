import Domain
import Synchronization

/// Collects the rows of an export, page by page.
public final class RowCollector: TransferTarget, Sendable {
  private let content = Mutex<[[TransferRow]]>([])
  private let refusal: Refusal?
  private let capacity: Int

  /// Creates a target that accepts `capacity` pages, by default any number, and then throws.
  public init(capacity: Int = .max, refusal: Refusal? = nil) {
    self.capacity = capacity
    self.refusal = refusal
  }

  /// The rows of each call.
  public var pages: [[TransferRow]] { content.withLock { $0 } }

  /// All rows in order.
  public var rows: [TransferRow] { pages.flatMap { $0 } }

  public func write(_ rows: [TransferRow]) throws(Refusal) {
    try content.withLock { pages throws(Refusal) in
      if let refusal, pages.count >= capacity { throw refusal }
      pages.append(rows)
    }
  }
}

/// A source of rows for an import, with an optional refusal at the end.
public struct RowSource: AsyncSequence, Sendable {
  public typealias Failure = Refusal

  private let rows: [RawTransferRow]
  private let pageLength: Int
  private let refusal: Refusal?

  /// Creates a source of these rows, one per page by default.
  public init(_ rows: [RawTransferRow], pageLength: Int = 1, then refusal: Refusal? = nil) {
    self.rows = rows
    self.pageLength = pageLength
    self.refusal = refusal
  }

  /// Creates a source of exported rows, one per line.
  public init(_ rows: [TransferRow]) {
    self.init(
      rows.enumerated().map { index, row in
        RawTransferRow(
          line: index + 1, id: row.id.textInFile, name: row.name.text, time: row.time,
          kind: row.kind,
          change: row.change, of: row.of?.textInFile, changes: row.changes, by: row.by,
          note: row.note?.text)
      })
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(rows: rows[...], pageLength: pageLength, refusal: refusal)
  }

  /// Iterates over the pages.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var rows: ArraySlice<RawTransferRow>
    fileprivate let pageLength: Int
    fileprivate let refusal: Refusal?

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Refusal)
      -> [RawTransferRow]?
    {
      if rows.isEmpty, let refusal { throw refusal }
      guard !rows.isEmpty else { return nil }
      defer { rows = rows.dropFirst(pageLength) }
      return Array(rows.prefix(pageLength))
    }
  }
}
