/// One row of an account that leaves a store or comes into one: a counter that was made, or a change.
public struct TransferRow: Equatable, Sendable {
  /// What kind of row it is.
  public enum Kind: String, CaseIterable, Sendable {
    /// The counter was made.
    case new
    /// An amount was added.
    case change
    /// The count was set to a number.
    case set
    /// The count was set to 0.
    case reset
    /// A change was undone.
    case undo
    /// An undone change was redone.
    case redo
    /// The change came in with an import, and what it was before cannot be told.
    case imported = "import"
  }

  /// What the row is known by within its account.
  public let id: Change.ID
  /// What the counter is called.
  public let name: CounterName
  /// When it happened.
  public let time: Timestamp
  /// What happened.
  public let kind: Kind
  /// By how much the count moved; 0 for a new counter.
  public let change: Int64
  /// The count after it, where the row came from.
  public let count: Int64
  /// The change that an undo or redo is about.
  public let of: Change.ID?
  /// How many changes an undo or redo is about, which came in with one import; the last of them is `of`.
  public let changes: Int64
  /// Who made the change, or the counter; `nil` in a file without authors, which is the importer's own.
  public let by: String?

  /// A row of these parts.
  public init(
    id: Change.ID, name: CounterName, time: Timestamp, kind: Kind, change: Int64, count: Int64,
    of: Change.ID?, changes: Int64 = 1, by: String? = nil
  ) {
    self.id = id
    self.name = name
    self.time = time
    self.kind = kind
    self.change = change
    self.count = count
    self.of = of
    self.changes = changes
    self.by = by
  }
}

/// A row of an import as it was written, before anybody knows whether its texts are names and identifiers.
public struct RawTransferRow: Equatable, Sendable {
  /// Where the row begins, counted from 1.
  public let line: Int
  /// The identifier, as it was written.
  public let id: String
  /// The counter's name, as it was written.
  public let name: String
  /// When it happened.
  public let time: Timestamp
  /// What it is.
  public let kind: TransferRow.Kind
  /// By how much the count was moved.
  public let change: Int64
  /// What an undo or redo is about, as it was written.
  public let of: String?
  /// How many changes an undo or redo is about, 1 or more.
  public let changes: Int64

  /// A row of these parts.
  public init(
    line: Int, id: String, name: String, time: Timestamp, kind: TransferRow.Kind, change: Int64,
    of: String?, changes: Int64 = 1
  ) {
    self.line = line
    self.id = id
    self.name = name
    self.time = time
    self.kind = kind
    self.change = change
    self.of = of
    self.changes = changes
  }
}

/// Why a row cannot be imported.
public enum RowFault: Equatable, Sendable {
  /// The line is not of the import's format, or ends in the middle.
  case malformed
  /// A field is missing or invalid.
  case field(String)
  /// The counter's name is invalid.
  case name(CounterName.Fault)
  /// The counter's count would leave the 64-bit range, or could not be taken back within it.
  case outOfRange
  /// The time is in the future, even if the clock of the other computer was a few minutes ahead.
  case inFuture
}

/// A row of an import that was checked.
public struct ImportRow: Equatable, Sendable {
  /// Where the row begins, counted from 1.
  public let line: Int
  /// What it says.
  public let row: TransferRow

  /// A row that begins at a line.
  public init(line: Int, row: TransferRow) {
    self.line = line
    self.row = row
  }
}

/// Where the rows of an import come from: page by page, so that memory stays flat. No page is empty.
///
/// It throws `Refusal.badRow`, also for what is not UTF-8, and `.inputFailed`, after the page of the rows before.
public typealias TransferSource = AsyncSequence<[RawTransferRow], Refusal> & Sendable

/// The checked rows of an import, page by page.
public typealias ImportPages = AsyncSequence<[ImportRow], Refusal> & Sendable

/// Receives the rows of an export.
public protocol TransferTarget: Sendable {
  /// Takes rows in.
  ///
  /// - Throws: `Refusal.outputFailed`.
  func write(_ rows: [TransferRow]) throws(Refusal)
}
