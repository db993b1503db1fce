/// Deletes a counter after its name was typed again.
public struct DeleteCounter: Sendable {
  let counters: any CounterRepository
  let normalizer: any TextNormalizer

  /// Deletes the counter with its history if `confirmation` is its name, ignoring case.
  ///
  /// - Throws: `Refusal.nameNotConfirmed`, and the refusals of the repository.
  public func callAsFunction(_ counter: Counter, confirmation: String, in session: Session)
    async throws(Refusal)
  {
    guard normalizer.key(of: confirmation) == counter.name.key else { throw .nameNotConfirmed }
    try await counters.delete(counter, in: session)
  }
}
