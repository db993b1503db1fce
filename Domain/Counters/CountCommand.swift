/// A command that changes a count.
public enum CountCommand: Equatable, Sendable {
  /// The maximum number of commands in a transaction. They take a few hundredths of a second, so
  /// other writers do not wait long.
  public static let largestBatch = 500

  /// Adds the amount; a negative one subtracts. 0 only returns the count: it leaves no entry in the
  /// history, and keeps redo.
  case add(Int64)
  /// Sets the count to the number.
  case set(Int64)
  /// Sets the count to 0 and keeps the history.
  case reset
  /// Undoes the newest remaining edit.
  case undo
  /// Redoes the last undone edit, unless a new one was made after the undo.
  case redo
}

/// A command with the options of scripts.
public struct CommandRequest: Equatable, Sendable {
  /// The command.
  public let command: CountCommand
  /// When it happened; `nil` means now.
  public let time: Timestamp?
  /// The identifier that makes a repeated attempt count once.
  public let id: Change.ID?
  /// The count that the command requires; `nil` allows any.
  public let expected: Int64?

  /// Creates a request from its parts.
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

/// The result of several commands on one counter.
public struct BatchResult: Equatable, Sendable {
  /// The outcome of each command that was done, in order; all are committed.
  public let outcomes: [Outcome]
  /// Why the next command and all later ones were not done; `nil` if all were done.
  public let refusal: Refusal?

  /// The result of one command.
  public struct Outcome: Equatable, Sendable {
    /// What happened to the count.
    public let event: Change.Event
    /// The count after it.
    public let count: Int64
    /// Whether this change moved the count from below the target to the target or beyond.
    public let reachesTarget: Bool

    /// Creates an outcome from its parts.
    public init(event: Change.Event, count: Int64, reachesTarget: Bool = false) {
      self.event = event
      self.count = count
      self.reachesTarget = reachesTarget
    }
  }

  /// Creates a result from its parts.
  public init(outcomes: [Outcome], refusal: Refusal?) {
    self.outcomes = outcomes
    self.refusal = refusal
  }
}

/// The result of a command on a counter found by name.
public struct RecordedChange: Equatable, Sendable {
  /// The counter, with the count after the change; for a repeated identifier, after the first one.
  public let counter: Counter
  /// The result of the command.
  public let outcome: BatchResult.Outcome
  /// Whether the change was made earlier under the same identifier; others may have followed it.
  public let isRepeat: Bool

  /// Creates a result from its parts.
  public init(counter: Counter, outcome: BatchResult.Outcome, isRepeat: Bool = false) {
    var counter = counter
    counter.count = outcome.count
    self.counter = counter
    self.outcome = outcome
    self.isRepeat = isRepeat
  }
}
