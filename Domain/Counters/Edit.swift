/// What can be done to a count, and be taken back: the unit of undo and redo.
public enum Edit: Equatable, Sendable {
  /// The amount was added; a negative one was subtracted. 0 is an amount too, in an import.
  case add(Int64)
  /// The count was set to a number.
  case set(Int64)
  /// The count was set to 0, and the counter kept its history.
  case reset
  /// So many changes came in with one import, 1 or more.
  case imported(changes: Int64)
}

/// What a person asks to be done with a count.
public enum CountCommand: Equatable, Sendable {
  /// Add the amount; a negative one subtracts. 0 answers with the count and leaves no entry in the history,
  /// so it is not undone, and ends no redo.
  case add(Int64)
  /// Set the count to the number.
  case set(Int64)
  /// Set the count to 0, and keep the history.
  case reset
  /// Take the last edit back that is not taken back yet.
  case undo
  /// Make the edit again that was taken back last, unless another came since.
  case redo
}

/// A command as a script gives it.
public struct Entry: Equatable, Sendable {
  /// What is to be done.
  public let command: CountCommand
  /// When it happened, where that is not now.
  public let time: Timestamp?
  /// What makes a repeated try count once.
  public let id: Change.ID?

  /// An entry of these parts.
  public init(_ command: CountCommand, at time: Timestamp? = nil, id: Change.ID? = nil) {
    self.command = command
    self.time = time
    self.id = id
  }
}
