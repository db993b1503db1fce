import Domain

/// How full something is, as a row of characters.
struct FillBar: Equatable {
  /// What is there.
  let full: String
  /// What is still to come.
  let empty: String

  /// The bar of a count on its way to a target, 1 or more, in so many columns. It is full at the target alone, and
  /// beyond.
  init(_ count: Int64, of target: Int64, columns: Int, on metrics: TextMetrics) {
    let room = UInt64(max(0, columns))
    let reached = UInt64(min(max(count, 0), target))
    let (high, low) = reached.multipliedFullWidth(by: room)
    let filled = Int(target.magnitude.dividingFullWidth((high, low)).quotient)
    full = String(repeating: metrics.hasBlocks ? "█" : "#", count: filled)
    empty = String(repeating: metrics.hasBlocks ? "░" : "-", count: Int(room) - filled)
  }
}
