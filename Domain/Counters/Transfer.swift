/// One row of an account that leaves a store or comes into one: a counter that was made, or a change.
public struct TransferRow: Equatable, Sendable {
  /// What the row tells.
  public enum Kind: String, CaseIterable, Sendable {
    /// The counter was made.
    case new
    /// An amount was added.
    case change
    /// The count was set to a number.
    case set
    /// The count was set to 0.
    case reset
    /// Something was taken back.
    case undo
    /// Something was made again that had been taken back.
    case redo
    /// The change came in with an import, and what it was there cannot be said here.
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

  /// A row of these parts.
  public init(
    id: Change.ID, name: CounterName, time: Timestamp, kind: Kind, change: Int64, count: Int64,
    of: Change.ID?, changes: Int64 = 1
  ) {
    self.id = id
    self.name = name
    self.time = time
    self.kind = kind
    self.change = change
    self.count = count
    self.of = of
    self.changes = changes
  }
}

/// A row as a file has it, before anybody knows whether its texts are names and identifiers.
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

/// Why a row of a file cannot be imported.
public enum RowFault: Equatable, Sendable {
  /// The line is not of the file's format, or ends in the middle.
  case malformed
  /// A field is missing, or is not what it must be.
  case field(String)
  /// The counter's name is none.
  case name(CounterName.Fault)
  /// The counter's count would leave the 64-bit range, or could not be taken back within it.
  case outOfRange
  /// The time has not come yet, even if the clock where the row was written was a few minutes ahead.
  case inFuture
}

/// Where the rows of an import come from, one after the other, so that memory stays flat.
public protocol TransferSource: Sendable {
  /// The next row, or `nil` behind the last.
  ///
  /// - Throws: `Refusal.badRow`, also for what is not UTF-8, and `.inputFile`.
  func next() throws(Refusal) -> RawTransferRow?
}

/// Where the rows of an export go.
public protocol TransferTarget: Sendable {
  /// Takes rows in.
  ///
  /// - Throws: `Refusal.outputFailed`.
  func write(_ rows: [TransferRow]) throws(Refusal)
}

/// What an import did.
public struct ImportSummary: Equatable, Sendable {
  /// How many changes came in; those that were there already do not count.
  public let changes: Int64
  /// How many counters were made for them.
  public let newCounters: Int64

  /// A summary of these numbers.
  public init(changes: Int64, newCounters: Int64) {
    self.changes = changes
    self.newCounters = newCounters
  }
}

/// What an export has of a counter at its beginning.
public struct CounterExtent: Equatable, Sendable {
  /// The counter.
  public let counter: Counter
  /// What its making is known by.
  public let id: Change.ID
  /// When it was made.
  public let createdAt: Timestamp
  /// How many changes it had then; they are numbered from 1.
  public let length: Int64

  /// An extent of these parts.
  public init(counter: Counter, id: Change.ID, createdAt: Timestamp, length: Int64) {
    self.counter = counter
    self.id = id
    self.createdAt = createdAt
    self.length = length
  }
}

/// What whole accounts are moved with. All throw `Refusal.notLoggedIn` and the store's refusals.
public protocol TransferRepository: Sendable {
  /// The account's counters by name, each with how much there is to export of it.
  func extents(in session: Session) async throws(Refusal) -> [CounterExtent]

  /// A counter's changes with those numbers, in their order. History is only ever appended to, so pages
  /// that are read one by one fit together.
  ///
  /// - Throws: `Refusal.noSuchCounter` where it was deleted meanwhile.
  func changes(of counter: Counter, numbered numbers: ClosedRange<Int64>, in session: Session)
    async throws(Refusal) -> [Change]

  /// Appends the changes that the account does not have yet, in their order and with their own time, and
  /// makes the counters that are missing: all in one transaction, or nothing. Amounts add up, whatever the
  /// counts were where they come from. In each counter it is one unit of undo.
  ///
  /// A `change` stays one; an `undo` or `redo` stays one where what it is about is there in the same
  /// counter, and where that is several changes, they came in together there too; everything else
  /// becomes an `import`. `next` is called outside the gate.
  ///
  /// - Throws: what `next` throws, and `Refusal.badRow` with `.outOfRange` at the row that would take
  ///   a count there, or at a counter's last where all together could not be taken back.
  func importRows(
    _ next: @escaping @Sendable () throws(Refusal) -> (line: Int, row: TransferRow)?,
    in session: Session
  ) async throws(Refusal) -> ImportSummary
}
