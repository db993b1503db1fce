/// Makes a counter and opens it.
public struct CreateCounter: Sendable {
  let counters: any CounterRepository
  let normalizer: any TextNormalizer

  /// The new counter, which stands at 0 and is open.
  ///
  /// - Throws: `Refusal.counterName`, `.counterExists`, and those of the repository.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await counters.createCounter(named: try CounterName(new: name, in: normalizer), in: session)
  }
}
