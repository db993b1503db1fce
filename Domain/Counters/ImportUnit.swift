/// The changes that one import adds to one counter, which are undone together.
///
/// Each row adds its amount, whatever kind it was, and no row counts as a set by the owner.
public struct ImportUnit: Equatable, Sendable {
  private let before: Standing
  /// The count after the changes so far.
  public private(set) var count: Int64
  private var length: Int64 = 0

  /// Creates an empty unit for a counter.
  public init(after standing: Standing) {
    before = standing
    count = standing.count
  }

  /// Adds the next change.
  ///
  /// - Throws: `Refusal.outOfRange` when the count leaves the 64-bit range.
  public mutating func append(_ amount: Int64) throws(Refusal) {
    let (sum, overflow) = count.addingReportingOverflow(amount)
    guard !overflow else { throw .outOfRange }
    count = sum
    length += 1
  }

  /// The standing of the counter after the import. The last entry is linked to the previous top of
  /// the undo stack.
  ///
  /// - Throws: `Refusal.outOfRange` when no 64-bit amount undoes them all.
  public func standing() throws(Refusal) -> Standing {
    guard length > 0 else { return before }
    let (amount, overflow) = count.subtractingReportingOverflow(before.count)
    guard !overflow, amount.isReversible else { throw .outOfRange }
    var standing = before
    standing.count = count
    standing.lastSequence &+= length
    standing.tops = UndoTops(undo: standing.lastSequence)
    return standing
  }
}
