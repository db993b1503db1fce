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
  /// Takes back the member's own addition with that number in the history, at its time.
  case revert(Int64)
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
  /// What goes with the change into the history.
  public let note: Note?
  /// Whether it waited on a phone since its time, rather than being entered with that time.
  public let hasWaited: Bool

  /// Creates a request from its parts.
  public init(
    _ command: CountCommand, at time: Timestamp? = nil, id: Change.ID? = nil,
    expected: Int64? = nil, note: Note? = nil, hasWaited: Bool = false
  ) {
    self.command = command
    self.time = time
    self.id = id
    self.expected = expected
    self.note = note
    self.hasWaited = hasWaited
  }
}

/// The counter that requests change.
public enum ChangedCounter: Equatable, Sendable {
  /// The one with this id, whatever its name is.
  case known(Counter.ID)
  /// The one with this name. With `creating`, a missing counter of the account's own is created.
  case named(CounterReference, creating: Bool)
}

/// The result of several requests on one counter.
public struct BatchResult: Equatable, Sendable {
  /// The counter, with the count of the last outcome.
  public let counter: Counter
  /// The outcome of each request that was done, in order; all are committed.
  public let outcomes: [Outcome]
  /// Why the next request and all later ones were not done; `nil` if all were done.
  public let refusal: Refusal?

  /// The result of one request.
  public struct Outcome: Equatable, Sendable {
    /// What happened to the count.
    public let event: Change.Event
    /// The count after it.
    public let count: Int64
    /// What was added in the period of the counter's target after it; `nil` without a period.
    public let added: Int64?
    /// What the change says about the target.
    public let targetEvent: Target.Event?
    /// Whether the change was made earlier under the same identifier; others may have followed it.
    public let isRepeat: Bool

    /// Creates an outcome from its parts.
    public init(
      event: Change.Event, count: Int64, added: Int64? = nil, targetEvent: Target.Event? = nil,
      isRepeat: Bool = false
    ) {
      self.event = event
      self.count = count
      self.added = added
      self.targetEvent = targetEvent
      self.isRepeat = isRepeat
    }
  }

  /// Creates the result of requests on a counter that was `counter` before the last outcome.
  public init(counter: Counter, outcomes: [Outcome], refusal: Refusal?) {
    var counter = counter
    if let last = outcomes.last { counter.take(last) }
    self.counter = counter
    self.outcomes = outcomes
    self.refusal = refusal
  }

  /// The outcomes if all requests were done.
  ///
  /// - Throws: the refusal.
  public func get() throws(Refusal) -> [Outcome] {
    if let refusal { throw refusal }
    return outcomes
  }
}
