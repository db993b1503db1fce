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
