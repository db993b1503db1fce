/// The changes that one import brings to one counter, which are one undo together.
///
/// An import adds to the count, whatever its rows did where they come from, and settles nothing.
public struct ImportUnit: Equatable, Sendable {
  private let before: Standing
  /// The count after the changes that came in so far.
  public private(set) var count: Int64
  private var length: Int64 = 0

  /// A unit without changes, for a counter that stands so.
  public init(after standing: Standing) {
    before = standing
    count = standing.count
  }

  /// Takes in the next change.
  ///
  /// - Throws: `Refusal.outOfRange` when the count leaves the 64-bit range.
  public mutating func append(_ amount: Int64) throws(Refusal) {
    let (sum, overflow) = count.addingReportingOverflow(amount)
    guard !overflow else { throw .outOfRange }
    count = sum
    length += 1
  }

  /// How the counter stands once all changes are in its history. The last of them has what lay on top of the undo
  /// stack before below it.
  ///
  /// - Throws: `Refusal.outOfRange` when no 64-bit amount takes them all back.
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
