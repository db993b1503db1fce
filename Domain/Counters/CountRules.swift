/// The rules of counting: the effect of a command on a count, and what can be undone and redone.
///
/// An undo appends the opposite of the member's newest remaining change, even after changes by
/// others, and a redo appends the same amount again. So the count is always the result of all
/// remaining changes in the order in which they were first entered. For this to hold with sets, a
/// member who is not the owner can undo and redo only changes after the owner's newest set or
/// reset.
extension Standing {
  /// The entry to undo or redo; `nil` for other commands, and when nothing is left.
  ///
  /// A store loads the step of this entry before it calls `perform`.
  public func top(for command: CountCommand) -> Int64? {
    switch command {
    case .undo: tops.undo
    case .redo: tops.redo
    case .add, .set, .reset, .revert: nil
    }
  }

  /// Does a command.
  ///
  /// A refusal changes nothing.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - step: the step at `top(for: command)`.
  ///   - entry: the entry that a revert names; `nil` if the history has none with that number.
  /// - Returns: the entry to append, or `nil` when 0 is added.
  /// - Throws: `Refusal.ownerOnly` when the member may not do that; `.outOfRange` when the count,
  ///   or the amount of its undo, leaves the 64-bit range; `.nothingToUndo`, `.nothingToRedo`;
  ///   `.undoSettled` and `.redoSettled` when the owner set the count after the step;
  ///   `.noSuchEntry`, and `.revert` when the entry cannot be reverted.
  public mutating func perform(
    _ command: CountCommand, on step: UndoStep? = nil, reverting entry: RevertedEntry? = nil
  ) throws(Refusal) -> ChangeDraft? {
    try role.check(command.right)
    return switch command {
    case .add(0): nil
    case .add(let amount): try push(.made(.add(amount)), amount)
    case .set(let value): try set(to: value, by: .set(value))
    case .reset: try set(to: 0, by: .reset)
    case .undo: try undo(step)
    case .redo: try redo(step)
    case .revert(let number):
      if let entry { try revert(entry) } else { throw .noSuchEntry(String(number)) }
    }
  }

  /// Appends a new change, which ends the member's redo.
  private mutating func push(
    _ event: Change.Event, _ amount: Int64, reverting entry: RevertedEntry? = nil
  ) throws(Refusal) -> ChangeDraft {
    let draft = try append(event, amount, on: tops.undo, reverting: entry)
    tops = UndoTops(undo: draft.sequence)
    return draft
  }

  private mutating func set(to value: Int64, by edit: Edit) throws(Refusal) -> ChangeDraft {
    let (amount, overflow) = value.subtractingReportingOverflow(count)
    guard !overflow else { throw .outOfRange }
    let draft = try push(.made(edit), amount)
    setSequence = draft.sequence
    return draft
  }

  private mutating func undo(_ step: UndoStep?) throws(Refusal) -> ChangeDraft {
    guard let step else { throw .nothingToUndo }
    if let owner = settler(of: step) { throw .undoSettled(by: owner) }
    let draft = try append(.undid(step.edit, of: step.original), 0 &- step.amount, on: tops.redo)
    tops = UndoTops(undo: step.below, redo: draft.sequence)
    return draft
  }

  private mutating func redo(_ step: UndoStep?) throws(Refusal) -> ChangeDraft {
    guard let step else { throw .nothingToRedo }
    if let owner = settler(of: step) { throw .redoSettled(by: owner) }
    let draft = try append(.redid(step.edit, of: step.original), step.amount, on: tops.undo)
    tops = UndoTops(undo: draft.sequence, redo: step.below)
    return draft
  }

  /// Appends the opposite of an entry. The replay adds it at the end, which is the same as leaving
  /// the entry out only if nobody set the count after it.
  private mutating func revert(_ entry: RevertedEntry) throws(Refusal) -> ChangeDraft {
    guard let amount = entry.addition else { throw .revert(.notOwnAddition) }
    guard !entry.isReverted else { throw .revert(.reverted) }
    guard !entry.isUndone else { throw .revert(.undone) }
    guard entry.sequence > setSequence ?? 0 else { throw .revert(.settled(by: entry.owner)) }
    return try push(
      .reverted(amount, number: entry.sequence, at: entry.time, of: entry.id), 0 &- amount,
      reverting: entry)
  }

  /// The owner, if they set the count after the step, so that it is settled for this member.
  private func settler(of step: UndoStep) -> Username? {
    guard case .member(_, let owner) = role, let setSequence,
      step.entries.lowerBound < setSequence
    else { return nil }
    return owner
  }

  /// The next entry, if the count and the amount of its undo are in the 64-bit range.
  private mutating func append(
    _ event: Change.Event, _ amount: Int64, on below: Int64?,
    reverting entry: RevertedEntry? = nil
  ) throws(Refusal) -> ChangeDraft {
    let (sum, overflow) = count.addingReportingOverflow(amount)
    guard !overflow, amount.isReversible else { throw .outOfRange }
    count = sum
    // In a damaged store any number is possible; the store refuses the one after the greatest.
    lastSequence &+= 1
    return ChangeDraft(
      sequence: lastSequence, event: event, amount: amount, count: sum, below: below,
      reverted: entry)
  }
}

extension Standing {
  /// Why an entry cannot be reverted.
  public enum RevertFault: Equatable, Sendable {
    /// It is no addition that the member made.
    case notOwnAddition
    /// A revert of it stands.
    case reverted
    /// It is undone.
    case undone
    /// The owner set the count after it.
    case settled(by: Username)
  }
}

extension Int64 {
  /// Whether an undo can move the count back: the least 64-bit number has no negation.
  var isReversible: Bool { self != .min }
}
