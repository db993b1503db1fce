import Domain
import Synchronization

/// Keeps the rows of an export, page by page.
public final class RowCollector: TransferTarget, Sendable {
  private let content = Mutex<[[TransferRow]]>([])
  private let refusal: Refusal?
  private let capacity: Int

  /// A target that takes `capacity` pages, any number unless told, and refuses what comes after them.
  public init(capacity: Int = .max, refusal: Refusal? = nil) {
    self.capacity = capacity
    self.refusal = refusal
  }

  /// What came with each call.
  public var pages: [[TransferRow]] { content.withLock { $0 } }

  /// All rows in their order.
  public var rows: [TransferRow] { pages.flatMap { $0 } }

  public func write(_ rows: [TransferRow]) throws(Refusal) {
    try content.withLock { pages throws(Refusal) in
      if let refusal, pages.count >= capacity { throw refusal }
      pages.append(rows)
    }
  }
}

/// Has rows for an import, some a page, and perhaps a refusal after the last.
public struct RowSource: AsyncSequence, Sendable {
  public typealias Failure = Refusal

  private let rows: [RawTransferRow]
  private let pageLength: Int
  private let refusal: Refusal?

  /// A source of these rows, one a page unless told.
  public init(_ rows: [RawTransferRow], pageLength: Int = 1, then refusal: Refusal? = nil) {
    self.rows = rows
    self.pageLength = pageLength
    self.refusal = refusal
  }

  /// A source of what an export wrote, a line each.
  public init(_ rows: [TransferRow]) {
    self.init(
      rows.enumerated().map { index, row in
        RawTransferRow(
          line: index + 1, id: row.id.text, name: row.name.text, time: row.time, kind: row.kind,
          change: row.change, of: row.of?.text, changes: row.changes)
      })
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(rows: rows[...], pageLength: pageLength, refusal: refusal)
  }

  /// Goes through the pages.
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
