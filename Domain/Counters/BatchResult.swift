/// What came of several commands to one counter.
public struct BatchResult: Equatable, Sendable {
  /// One entry for each command that was done, in order; all of them are committed.
  public let outcomes: [Outcome]
  /// Why the next command was not done, nor those after it; `nil` where all were done.
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
