/// Opens one of the account's own counters, or one shared with it.
public struct OpenCounter: Sendable {
  let counters: any CounterRepository
  let findCounter: FindCounter

  /// Opens the named counter, ignoring case.
  ///
  /// - Throws: the refusals of `FindCounter`.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await findCounter.find(name, in: session) { reference throws(Refusal) in
      try await counters.open(reference, in: session)
    }
  }

  /// Opens a counter that was listed, whatever its name is by now.
  ///
  /// - Throws: the refusals of the repository.
  public func callAsFunction(_ counter: Counter, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await counters.open(counter, in: session)
  }
}
