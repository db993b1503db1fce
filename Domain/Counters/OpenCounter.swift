/// Opens one of the account's counters.
public struct OpenCounter: Sendable {
  let counters: any CounterRepository
  let findCounter: FindCounter

  /// The counter of that name, ignoring case, open now.
  ///
  /// - Throws: those of `FindCounter`.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await findCounter.find(name, in: session) { name throws(Refusal) in
      try await counters.open(named: name, in: session)
    }
  }
}
