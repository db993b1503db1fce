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

/// Has rows for an import, and perhaps a refusal behind the last.
public final class RowSource: TransferSource, Sendable {
  private let rows: [RawTransferRow]
  private let refusal: Refusal?
  private let position = Mutex(0)

  /// A source of these rows.
  public init(_ rows: [RawTransferRow], then refusal: Refusal? = nil) {
    self.rows = rows
    self.refusal = refusal
  }

  /// A source of what an export wrote, a line each.
  public convenience init(_ rows: [TransferRow]) {
    self.init(
      rows.enumerated().map { index, row in
        RawTransferRow(
          line: index + 1, id: row.id.text, name: row.name.text, time: row.time, kind: row.kind,
          change: row.change, of: row.of?.text, changes: row.changes)
      })
  }

  public func next() throws(Refusal) -> RawTransferRow? {
    let index = position.withLock { position in
      position += 1
      return position - 1
    }
    if index < rows.count { return rows[index] }
    if let refusal { throw refusal }
    return nil
  }
}
