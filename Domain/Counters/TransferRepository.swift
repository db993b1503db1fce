/// The result of an import.
public struct ImportSummary: Equatable, Sendable {
  /// How many changes were new.
  public let changes: Int64
  /// How many counters were created.
  public let newCounters: Int64

  /// Creates a summary from its parts.
  public init(changes: Int64, newCounters: Int64) {
    self.changes = changes
    self.newCounters = newCounters
  }
}

/// The extent of a counter at the beginning of an export.
public struct CounterExtent: Equatable, Sendable {
  /// The counter.
  public let counter: Counter
  /// The identifier of its creation.
  public let id: Change.ID
  /// When it was created.
  public let createdAt: Timestamp
  /// The number of its changes, which are numbered from 1.
  public let length: Int64

  /// Creates an extent from its parts.
  public init(counter: Counter, id: Change.ID, createdAt: Timestamp, length: Int64) {
    self.counter = counter
    self.id = id
    self.createdAt = createdAt
    self.length = length
  }
}

/// Exports and imports whole accounts. All methods throw `Refusal.notLoggedIn` and the store's
/// refusals.
public protocol TransferRepository: Sendable {
  /// The account's own counters by name, each with its extent.
  func extents(in session: Session) async throws(Refusal) -> [CounterExtent]

  /// The extent of a counter visible to the session.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  func extent(of counter: Counter, in session: Session) async throws(Refusal) -> CounterExtent

  /// Appends the new changes in order and with their own times, and creates missing counters, in
  /// one transaction or not at all. Amounts are added to the present counts. In each counter they
  /// are one unit of undo. A trial saves nothing and returns what would be imported.
  ///
  /// A counter of the file is the account's that has its identifier, or else its first change, or
  /// else its name. `ChangeMatch` decides which changes are new. Imported authors are stored as text, so that an
  /// import never creates changes of other users.
  ///
  /// A `change` stays one. An `undo` or `redo` stays one if its subject is in the same counter; a
  /// subject of several changes must have come with one import there. Everything else becomes an
  /// `import`. An undo or redo of what is undone in the account itself is left out, as long as it
  /// stays undone. Others may write while the pages arrive. `saved` is called with the number of saved
  /// rows after the last page, while others wait.
  ///
  /// - Throws: the errors of `pages`; `Refusal.badRow` with `.outOfRange` at the first row that
  ///   takes a count out of range, or at a counter's last row if the import could not be undone as
  ///   a whole; with `.identifierTaken` at the first row that contradicts a change of the account
  ///   or a row of another counter; and with `.counterExists` at the first row of a new counter
  ///   whose name belongs to another counter of the file.
  func importRows(
    _ pages: some ImportPages, isTrial: Bool, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary
}
