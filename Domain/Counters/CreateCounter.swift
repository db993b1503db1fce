/// Creates a counter and opens it.
public struct CreateCounter: Sendable {
  let counters: any CounterRepository
  let normalizer: any TextNormalizer

  /// Creates a counter with the count 0, and opens it.
  ///
  /// - Throws: `Refusal.counterName`, `.counterExists`, and the refusals of the repository.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await counters.createCounter(named: try CounterName(new: name, in: normalizer), in: session)
  }
}
