/// Opens a counter of the account's own, or one that is shared with it.
public struct OpenCounter: Sendable {
  let counters: any CounterRepository
  let findCounter: FindCounter

  /// The counter that was typed, ignoring case, open now.
  ///
  /// - Throws: those of `FindCounter`.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await findCounter.find(name, in: session) { reference throws(Refusal) in
      try await counters.open(reference, in: session)
    }
  }
}
