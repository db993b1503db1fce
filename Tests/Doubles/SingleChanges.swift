import Domain

/// The result of one request.
public struct RecordedChange: Equatable, Sendable {
  /// The counter, with the count of the outcome.
  public let counter: Counter
  /// The outcome.
  public let outcome: BatchResult.Outcome

  fileprivate init(_ result: BatchResult) throws(Refusal) {
    counter = result.counter
    outcome = try result.get()[0]
  }
}

extension CounterRepository {
  /// Finds a counter of the account's own.
  public func counter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await counter(CounterReference(own: name), in: session)
  }

  /// Opens a counter of the account's own.
  public func open(named name: CounterName, in session: Session) async throws(Refusal) -> Counter {
    try await open(CounterReference(own: name), in: session)
  }

  /// Does commands on a counter, which a refusal names as the use case does.
  public func apply(_ commands: [CountCommand], to counter: Counter, in session: Session)
    async throws(Refusal) -> BatchResult
  {
    do {
      return try await change(
        .known(counter.id), by: commands.map { CommandRequest($0) }, as: .session(session))
    } catch .noSuchCounter {
      throw .noSuchCounter(named: counter.typedName, near: nil)
    }
  }

  /// Does a request on the counter with this id.
  public func record(_ request: CommandRequest, toCounter id: Counter.ID, in session: Session)
    async throws(Refusal) -> RecordedChange
  {
    try RecordedChange(await change(.known(id), by: [request], as: .session(session)))
  }

  /// Does a request on a counter that is typed like this.
  public func record(
    _ request: CommandRequest, on reference: CounterReference, creating: Bool,
    in session: Session
  ) async throws(Refusal) -> RecordedChange {
    try RecordedChange(
      await change(
        .named(reference, creating: creating), by: [request], as: .session(session)))
  }

  /// Does a request after resuming the session.
  public func record(
    _ request: CommandRequest, on reference: CounterReference, creating: Bool,
    provedBy token: SessionToken
  ) async throws(Refusal) -> RecordedChange {
    try RecordedChange(
      await change(.named(reference, creating: creating), by: [request], as: .token(token)))
  }

  /// Does a request on a counter of the account's own.
  public func record(
    _ request: CommandRequest, on name: CounterName, creating: Bool, in session: Session
  ) async throws(Refusal) -> BatchResult.Outcome {
    try await record(
      request, on: CounterReference(own: name), creating: creating, in: session
    ).outcome
  }
}

extension UseCases {
  /// Does commands on a counter.
  public func changeCount(_ commands: [CountCommand], to counter: Counter, in session: Session)
    async throws(Refusal) -> BatchResult
  {
    try await count(
      commands.map { CommandRequest($0) }, on: .listed(counter), as: .session(session))
  }

  /// Does a request on a typed counter.
  public func recordChange(
    _ request: CommandRequest, on name: String, creating: Bool = false, in session: Session
  ) async throws(Refusal) -> RecordedChange {
    try RecordedChange(
      await count([request], on: .named(name, creating: creating), as: .session(session)))
  }

  /// Does a request on the counter with this id.
  public func recordChange(
    _ request: CommandRequest, toCounter id: Counter.ID, in session: Session
  ) async throws(Refusal) -> RecordedChange {
    try RecordedChange(await count([request], on: .known(id), as: .session(session)))
  }
}
