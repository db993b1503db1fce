import Domain

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

  /// Does a command on a counter of the account's own.
  public func record(
    _ request: CommandRequest, on name: CounterName, creating: Bool, in session: Session
  ) async throws(Refusal) -> BatchResult.Outcome {
    try await record(
      request, on: CounterReference(own: name), creating: creating, in: session
    ).outcome
  }
}

extension CounterRepository where Self: SessionRepository {
  /// Does a command after resuming the session, which doubles need not do in one transaction.
  public func record(
    _ request: CommandRequest, on reference: CounterReference, creating: Bool,
    provedBy token: SessionToken
  ) async throws(Refusal) -> RecordedChange {
    try await record(
      request, on: reference, creating: creating, in: resumeSession(token))
  }
}
