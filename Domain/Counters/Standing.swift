/// The state of a counter for one member, to which the rules of counting apply.
///
/// Entries of a history are numbered from 1 in the order of entry. In one transaction a store loads
/// a standing, calls `perform`, appends the entry that it returns, and saves the standing.
public struct Standing: Equatable, Sendable {
  /// The role of the member.
  public let role: Role
  /// The count.
  public internal(set) var count: Int64
  /// The sequence number of the newest entry; 0 in a new counter.
  public internal(set) var lastSequence: Int64
  /// The sequence number of the owner's newest set or reset, even if undone; `nil` if there is
  /// none.
  public internal(set) var setSequence: Int64?
  /// The tops of the member's stacks.
  public internal(set) var tops: UndoTops

  /// Creates a standing from its parts; the default is that of the owner of a new counter.
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

/// The tops of a member's undo and redo stacks in one counter, as sequence numbers.
///
/// The stacks are linked lists in the history: each entry has the number of the one below. So an
/// undo takes a few steps in a history of any length.
public struct UndoTops: Equatable, Sendable {
  /// The entry for the next undo; `nil` when there is nothing to undo.
  public let undo: Int64?
  /// The entry for the next redo; `nil` when there is nothing to redo.
  public let redo: Int64?

  /// Creates the tops of two stacks, which are empty by default.
  public init(undo: Int64? = nil, redo: Int64? = nil) {
    self.undo = undo
    self.redo = redo
  }
}

/// A unit of undo and redo: a change, or all changes of an import.
public struct UndoStep: Equatable, Sendable {
  /// The edit.
  public let edit: Edit
  /// The change that an undo or redo names: the last one of an import.
  public let original: Change.ID
  /// The entries that first made the step, even if undone and redone since.
  public let entries: ClosedRange<Int64>
  /// The sum of their amounts.
  public let amount: Int64
  /// The entry below the step on its stack.
  public let below: Int64?

  /// Creates a step from its parts.
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

/// An entry that a revert names.
public struct RevertedEntry: Equatable, Sendable {
  /// Its sequence number.
  public let sequence: Int64
  /// Its identifier.
  public let id: Change.ID
  /// When it happened.
  public let time: Timestamp
  /// The amount, if it is an addition that the member made; `nil` for an imported one, a revert, and
  /// all other entries.
  public let addition: Int64?
  /// Whether it is undone.
  public let isUndone: Bool
  /// Whether a revert of it stands.
  public let isReverted: Bool
  /// The owner of the counter.
  public let owner: Username

  /// Creates an entry from the store's values.
  public init(
    sequence: Int64, id: Change.ID, time: Timestamp, addition: Int64?, isUndone: Bool,
    isReverted: Bool, owner: Username
  ) {
    self.sequence = sequence
    self.id = id
    self.time = time
    self.addition = addition
    self.isUndone = isUndone
    self.isReverted = isReverted
    self.owner = owner
  }
}

/// A new entry without an identifier. It has the time of the entry that it reverts, or else its own.
public struct ChangeDraft: Equatable, Sendable {
  /// Its sequence number.
  public let sequence: Int64
  /// What happened to the count.
  public let event: Change.Event
  /// The amount by which the count moved.
  public let amount: Int64
  /// The count after it.
  public let count: Int64
  /// The entry below it on its stack.
  public let below: Int64?
  /// The entry that it reverts.
  public let reverted: RevertedEntry?

  /// Whether sums of periods have its amount: they leave out sets, resets, undos and redos.
  public var addsToSums: Bool {
    switch event {
    case .made(.add), .reverted: true
    default: false
    }
  }
}
