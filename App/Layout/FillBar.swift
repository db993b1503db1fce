import Domain

/// A bar that shows how much of a target is reached.
struct FillBar: Equatable {
  /// The filled part.
  let full: String
  /// The rest.
  let empty: String

  /// Creates the bar of a count with a target, 1 or more, in this many columns. It is full only when
  /// the target is reached.
  init(_ count: Int64, of target: Int64, columns: Int, on metrics: TextMetrics) {
    let room = UInt64(max(0, columns))
    let reached = UInt64(min(max(count, 0), target))
    let (high, low) = reached.multipliedFullWidth(by: room)
    let filled = Int(target.magnitude.dividingFullWidth((high, low)).quotient)
    full = String(repeating: metrics.hasBlocks ? "█" : "#", count: filled)
    empty = String(repeating: metrics.hasBlocks ? "░" : "-", count: Int(room) - filled)
  }
}
