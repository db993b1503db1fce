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
