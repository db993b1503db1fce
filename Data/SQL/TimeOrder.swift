internal import Domain

/// Whether the times of a counter's changes are in the order of entry, so that the change before a
/// time is found by that time.
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
