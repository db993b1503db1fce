/// The rules of counting: what a command does to a count, and what can be undone and redone after it.
///
/// An undo appends the opposite of the member's newest change that stands, whoever counted in the meantime, and a redo
/// appends the same amount again. So the count is always what comes out when all that stands is done in the order in
/// which it was first entered, where a set is a set. For that, a member who is not the owner undoes and redoes only
/// what was entered after the owner's newest set or reset.
extension Standing {
  /// The entry that an undo or redo is about; `nil` for other commands, and when nothing is left.
  ///
  /// A store loads the step at this entry before it asks what the command does.
  public func top(for command: CountCommand) -> Int64? {
    switch command {
    case .undo: tops.undo
    case .redo: tops.redo
    case .add, .set, .reset: nil
    }
  }

  /// Does a command.
  ///
  /// After a refusal everything stands as before.
  ///
  /// - Parameters:
  ///   - command: what is asked.
  ///   - step: the step at `top(for: command)`.
  /// - Returns: the entry to append; `nil` when 0 is added.
  /// - Throws: `Refusal.ownerOnly` when the member may not do that; `.outOfRange` when the count, or the amount that
  ///   would take the change back, leaves the 64-bit range; `.nothingToUndo`, `.nothingToRedo`; `.undoSettled` and
  ///   `.redoSettled` when the owner set the count after the step.
  public mutating func perform(_ command: CountCommand, on step: UndoStep? = nil) throws(Refusal)
    -> ChangeDraft?
  {
    try role.check(command.right)
    return switch command {
    case .add(0): nil
    case .add(let amount): try make(.add(amount), by: amount)
    case .set(let value): try set(to: value, by: .set(value))
    case .reset: try set(to: 0, by: .reset)
    case .undo: try undo(step)
    case .redo: try redo(step)
    }
  }

  private mutating func make(_ edit: Edit, by amount: Int64) throws(Refusal) -> ChangeDraft {
    let draft = try append(.made(edit), amount, on: tops.undo)
    tops = UndoTops(undo: draft.sequence)
    return draft
  }

  private mutating func set(to value: Int64, by edit: Edit) throws(Refusal) -> ChangeDraft {
    let (amount, overflow) = value.subtractingReportingOverflow(count)
    guard !overflow else { throw .outOfRange }
    let draft = try make(edit, by: amount)
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

  /// The owner, when the count was set after the step and so the step is settled for this member.
  private func settler(of step: UndoStep) -> Username? {
    guard case .member(_, let owner) = role, let setSequence,
      step.entries.lowerBound < setSequence
    else { return nil }
    return owner
  }

  /// The next entry, unless the count or the amount's reverse leaves 64 bits.
  private mutating func append(
    _ event: Change.Event, _ amount: Int64, on below: Int64?
  ) throws(Refusal) -> ChangeDraft {
    let (sum, overflow) = count.addingReportingOverflow(amount)
    guard !overflow, amount.isReversible else { throw .outOfRange }
    count = sum
    // A damaged store may have any number here, and refuses the one after the greatest itself.
    lastSequence &+= 1
    return ChangeDraft(
      sequence: lastSequence, event: event, amount: amount, count: sum, below: below)
  }
}

extension Int64 {
  /// Whether an undo can move a count by as much the other way: the least 64-bit number has no reverse.
  var isReversible: Bool { self != .min }
}
