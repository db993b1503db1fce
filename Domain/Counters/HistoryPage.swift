/// A part of a counter's history.
public struct HistoryPage: Equatable, Sendable {
  /// How many changes are read at once from a long history.
  public static let usualLength = 5_000

  /// The changes, in the order of entry.
  public let changes: [Change]
  /// The first sequence number of the next page, or `nil` after the last page.
  public let next: Int64?

  /// Creates a page from its parts.
  public init(changes: [Change], next: Int64?) {
    self.changes = changes
    self.next = next
  }
}

extension CounterRepository {
  /// Reads all changes with these numbers in a period (`nil` is all time) page by page, in the
  /// order of entry. Memory and transactions do not grow with the history.
  ///
  /// - Throws: the refusals of the repository, and the errors of `receive`.
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

  /// Reads the counter's newest `limit` changes (0 or more) in a period (`nil` is all time) page by
  /// page, in the order of entry.
  ///
  /// - Throws: the refusals of the repository, and the errors of `receive`.
  public func readHistory(
    of counter: Counter, newest limit: Int, during period: Range<Timestamp>?, in session: Session,
    receive: ([Change]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    let numbers = try await numbers(ofNewest: limit, of: counter, during: period, in: session)
    guard let numbers else { return }
    try await readChanges(
      of: counter, numbered: numbers, during: period, in: session, receive: receive)
  }

  /// The counter's newest `limit` changes (0 or more) in a period (`nil` is all time), at once.
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
