internal import Domain

/// Whether a counter's changes were entered in the order of their times. Then one lookup by time
/// finds the last change before a moment.
struct TimeOrder: Equatable {
  /// The time of the newest change, in milliseconds; `nil` if the times are not in order.
  private(set) var newest: Int64?
  private var isEmpty: Bool

  /// Creates the order from a counter's row.
  init(orderedUntil newest: Int64?, lastSequence: Int64) {
    self.newest = newest
    isEmpty = lastSequence == 0
  }

  /// Adds the time of the next change.
  mutating func append(_ time: Int64) {
    newest = isEmpty || newest.map { $0 <= time } ?? false ? time : nil
    isEmpty = false
  }
}
