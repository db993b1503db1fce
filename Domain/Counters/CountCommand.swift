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
  /// What the count must be for the command to be done; `nil` is any.
  public let expected: Int64?

  /// A request of these parts.
  public init(
    _ command: CountCommand, at time: Timestamp? = nil, id: Change.ID? = nil,
    expected: Int64? = nil
  ) {
    self.command = command
    self.time = time
    self.id = id
    self.expected = expected
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
    /// Whether this change led from below the counter's target to it or beyond.
    public let reachesTarget: Bool

    /// An outcome of these parts.
    public init(event: Change.Event, count: Int64, reachesTarget: Bool = false) {
      self.event = event
      self.count = count
      self.reachesTarget = reachesTarget
    }
  }

  /// What came of a run of commands.
  public init(outcomes: [Outcome], refusal: Refusal?) {
    self.outcomes = outcomes
    self.refusal = refusal
  }
}

/// What came of a command to a counter that was found by its name.
public struct RecordedChange: Equatable, Sendable {
  /// The counter after it; after a repeated identifier, as it is now.
  public let counter: Counter
  /// What came of the command.
  public let outcome: BatchResult.Outcome

  /// A change of these parts.
  public init(counter: Counter, outcome: BatchResult.Outcome) {
    self.counter = counter
    self.outcome = outcome
  }
}
