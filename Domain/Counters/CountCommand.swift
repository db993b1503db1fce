/// What a person asks to be done with a count.
public enum CountCommand: Equatable, Sendable {
  /// Add the amount; a negative one subtracts. 0 answers with the count and leaves no entry in the history,
  /// so it is not undone, and ends no redo.
  case add(Int64)
  /// Set the count to the number.
  case set(Int64)
  /// Set the count to 0, and keep the history.
  case reset
  /// Undo the newest edit that stands.
  case undo
  /// Redo the edit that was undone last, unless another came after it.
  case redo
}

/// A command, with what a script may say about it.
public struct CommandRequest: Equatable, Sendable {
  /// What is to be done.
  public let command: CountCommand
  /// When it happened; `nil` is now.
  public let time: Timestamp?
  /// What makes a repeated attempt count once.
  public let id: Change.ID?

  /// A request of these parts.
  public init(_ command: CountCommand, at time: Timestamp? = nil, id: Change.ID? = nil) {
    self.command = command
    self.time = time
    self.id = id
  }
}

/// What came of several commands to one counter.
public struct BatchResult: Equatable, Sendable {
  /// One entry for each command that was done, in order; all of them are committed.
  public let outcomes: [Outcome]
  /// Why the next command, and those after it, were not done; `nil` when all were.
  public let refusal: Refusal?

  /// What came of one command.
  public struct Outcome: Equatable, Sendable {
    /// What happened to the count.
    public let event: Change.Event
    /// The count after it.
    public let count: Int64

    /// An outcome of these parts.
    public init(event: Change.Event, count: Int64) {
      self.event = event
      self.count = count
    }
  }

  /// What came of a run of commands.
  public init(outcomes: [Outcome], refusal: Refusal?) {
    self.outcomes = outcomes
    self.refusal = refusal
  }
}
