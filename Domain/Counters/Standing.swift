/// How a counter stands for one member: what the rules of counting start from.
///
/// Entries of a history are numbered in the order in which they were entered, from 1. A store loads a
/// standing, asks it with `perform`, appends the entry that it answers with, and saves the standing, all in one
/// transaction.
public struct Standing: Equatable, Sendable {
  /// What the person who counts is to the counter.
  public let role: Role
  /// The count.
  public internal(set) var count: Int64
  /// The number of the newest entry, whoever made it; 0 in a new counter.
  public internal(set) var lastSequence: Int64
  /// The number of the owner's newest set or reset, even if it was undone since; `nil` before the first.
  public internal(set) var setSequence: Int64?
  /// The tops of the member's stacks.
  public internal(set) var tops: UndoTops

  /// A standing of these parts; without any, that of the owner of a new counter.
  public init(
    role: Role = .owner, count: Int64 = 0, lastSequence: Int64 = 0, setSequence: Int64? = nil,
    tops: UndoTops = UndoTops()
  ) {
    self.role = role
    self.count = count
    self.lastSequence = lastSequence
    self.setSequence = setSequence
    self.tops = tops
  }
}

/// The tops of a member's two stacks in one counter, as numbers of entries.
///
/// A stack is threaded through the history: each entry on it keeps the number of the one below. So an undo takes the
/// same few steps in a history of any length.
public struct UndoTops: Equatable, Sendable {
  /// The entry that an undo takes back, or `nil` when nothing is left.
  public let undo: Int64?
  /// The entry that a redo makes again, or `nil` when nothing is left.
  public let redo: Int64?

  /// The tops of two stacks, which are empty unless given.
  public init(undo: Int64? = nil, redo: Int64? = nil) {
    self.undo = undo
    self.redo = redo
  }
}

/// What one undo takes back and one redo makes again: a change, or all changes of an import.
public struct UndoStep: Equatable, Sendable {
  /// What was done.
  public let edit: Edit
  /// The change that an undo or redo of the step names: the last one of an import.
  public let original: Change.ID
  /// The entries with which the step was first made, whatever became of it since.
  public let entries: ClosedRange<Int64>
  /// By how much they moved the count together.
  public let amount: Int64
  /// The entry below the step on its stack.
  public let below: Int64?

  /// A step of these parts.
  public init(
    edit: Edit, original: Change.ID, entries: ClosedRange<Int64>, amount: Int64, below: Int64?
  ) {
    self.edit = edit
    self.original = original
    self.entries = entries
    self.amount = amount
    self.below = below
  }
}

/// An entry for the history, before it has an identifier and a time.
public struct ChangeDraft: Equatable, Sendable {
  /// Its number in the history.
  public let sequence: Int64
  /// What happened to the count.
  public let event: Change.Event
  /// By how much the count moved.
  public let amount: Int64
  /// The count after it.
  public let count: Int64
  /// The entry below it on the stack that it is on top of now.
  public let below: Int64?
}
