/// A row of an export or import: a created counter or a change.
public struct TransferRow: Equatable, Sendable {
  /// The kind of row.
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
    /// An earlier addition was taken back.
    case revert
    /// The change came from an import; its original kind is unknown.
    case imported = "import"
  }

  /// The identifier within its account.
  public let id: Change.ID
  /// The counter's name.
  public let name: CounterName
  /// When it happened.
  public let time: Timestamp
  /// What happened.
  public let kind: Kind
  /// The amount by which the count moved; 0 for a new counter.
  public let change: Int64
  /// The count after it, in the exporting store.
  public let count: Int64
  /// The subject of an undo, redo or revert.
  public let of: Change.ID?
  /// How many changes an undo or redo covers, all from one import; `of` is the last of them.
  public let changes: Int64
  /// The author of the change, or of the counter; `nil` in a file without authors, which counts as
  /// the importer's own.
  public let by: String?
  /// What the author wrote beside the change.
  public let note: Note?

  /// Creates a row from its parts.
  public init(
    id: Change.ID, name: CounterName, time: Timestamp, kind: Kind, change: Int64, count: Int64,
    of: Change.ID?, changes: Int64 = 1, by: String? = nil, note: Note? = nil
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
    self.note = note
  }
}

/// A row of an import before its texts are checked.
public struct RawTransferRow: Equatable, Sendable {
  /// The row's first line, counted from 1.
  public let line: Int
  /// The identifier as written.
  public let id: String
  /// The counter's name as written.
  public let name: String
  /// When it happened.
  public let time: Timestamp
  /// The kind of row.
  public let kind: TransferRow.Kind
  /// The amount by which the count moved.
  public let change: Int64
  /// The subject of an undo, redo or revert, as written.
  public let of: String?
  /// How many changes an undo or redo covers, 1 or more.
  public let changes: Int64
  /// The author as written; `nil` is the importer.
  public let by: String?
  /// The note as written.
  public let note: String?

  /// Creates a row from its parts.
  public init(
    line: Int, id: String, name: String, time: Timestamp, kind: TransferRow.Kind, change: Int64,
    of: String?, changes: Int64 = 1, by: String? = nil, note: String? = nil
  ) {
    self.by = by
    self.note = note
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
  /// The line is incomplete or has another format than the import.
  case malformed
  /// The line is not UTF-8.
  case notUTF8
  /// A quotation mark of CSV is not closed, or is inside a field.
  case quote
  /// The row has a different number of fields than the first line.
  case fields(Int, expected: Int)
  /// A field is missing, or has an invalid value.
  case field(String, value: String? = nil)
  /// A field of CSV is empty.
  case emptyField(String)
  /// A field occurs twice.
  case repeatedField(String)
  /// The counter's name is invalid.
  case name(CounterName.Fault)
  /// The note is invalid.
  case note(Note.Fault)
  /// The account has a counter of that name which is another counter of the file.
  case counterExists(CounterName)
  /// Daylight saving skips that local time.
  case skippedTime(String)
  /// The account, or an earlier row, has another change by the same author under this identifier.
  case identifierTaken
  /// The count would leave the 64-bit range, or the import could not be undone within it.
  case outOfRange
  /// The time is in the future, by more than a small clock difference.
  case inFuture
}

/// A checked row of an import.
public struct ImportRow: Equatable, Sendable {
  /// The row's first line, counted from 1.
  public let line: Int
  /// The row.
  public let row: TransferRow

  /// Creates a row at a line.
  public init(line: Int, row: TransferRow) {
    self.line = line
    self.row = row
  }
}

/// The rows of an import, page by page in constant memory. No page is empty.
///
/// It throws `Refusal.badRow`, also for invalid UTF-8, and `.input(.unreadable)`, after the page with the
/// rows before.
public typealias TransferSource = AsyncSequence<[RawTransferRow], Refusal> & Sendable

/// The checked rows of an import, page by page.
public typealias ImportPages = AsyncSequence<[ImportRow], Refusal> & Sendable

/// Receives the rows of an export.
public protocol TransferTarget: Sendable {
  /// Writes rows.
  ///
  /// - Throws: `Refusal.output(.failed)`.
  func write(_ rows: [TransferRow]) throws(Refusal)
}
