/// A part of a counter's history.
public struct HistoryPage: Equatable, Sendable {
  /// How many changes are read at once where a history may be long.
  public static let usualLength = 5_000

  /// The changes, in the order of entry.
  public let changes: [Change]
  /// The number that the next page begins with, or `nil` after the last one.
  public let next: Int64?

  /// A page of these parts.
  public init(changes: [Change], next: Int64?) {
    self.changes = changes
    self.next = next
  }
}

extension CounterRepository {
  /// Reads all changes with those numbers of a stretch of time (`nil` is all time) page by page, in the
  /// order of entry. Neither memory nor a transaction grows with the history.
  ///
  /// - Throws: those of the repository, and what `receive` throws.
  public func readChanges(
    of counter: Counter, numbered numbers: ClosedRange<Int64>, during period: Range<Timestamp>?,
    in session: Session, receive: ([Change]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    var next: Int64? = numbers.lowerBound
    while let start = next {
      let page = try await changes(
        of: counter, numbered: start...numbers.upperBound, during: period,
        atMost: HistoryPage.usualLength, in: session)
      if !page.changes.isEmpty { try receive(page.changes) }
      next = page.next
    }
  }

  /// Reads the counter's newest `limit` changes (0 or more) of a stretch of time (`nil` is all time) page
  /// by page, oldest first as they were entered.
  ///
  /// - Throws: those of the repository, and what `receive` throws.
  public func readHistory(
    of counter: Counter, newest limit: Int, during period: Range<Timestamp>?, in session: Session,
    receive: ([Change]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    let numbers = try await numbers(ofNewest: limit, of: counter, during: period, in: session)
    guard let numbers else { return }
    try await readChanges(
      of: counter, numbered: numbers, during: period, in: session, receive: receive)
  }

  /// The counter's newest `limit` changes (0 or more) of a stretch of time (`nil` is all time) at once.
  public func history(
    of counter: Counter, newest limit: Int, during period: Range<Timestamp>? = nil,
    in session: Session
  ) async throws(Refusal) -> [Change] {
    var changes: [Change] = []
    try await readHistory(of: counter, newest: limit, during: period, in: session) {
      changes += $0
    }
    return changes
  }
}
