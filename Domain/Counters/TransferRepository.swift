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

  /// Appends the changes that the account does not have yet, in their order and with their own time, and
  /// makes the counters that are missing: all in one transaction, or nothing. Amounts add up, whatever the
  /// counts were where they come from. In each counter it is one unit of undo.
  ///
  /// A `change` stays one; an `undo` or `redo` stays one where what it is about is there in the same
  /// counter, and where that is several changes, they came in together there too; everything else
  /// becomes an `import`. Others may write while the pages come; `saved` hears how many rows the store has
  /// taken in after the last, while others wait.
  ///
  /// - Throws: what `pages` throws, and `Refusal.badRow` with `.outOfRange` at the row that would take
  ///   a count there, or at a counter's last where all together could not be taken back.
  func importRows(
    _ pages: some ImportPages, in session: Session, saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary
}
