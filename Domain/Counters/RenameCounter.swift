/// Renames a counter, perhaps only in case.
public struct RenameCounter: Sendable {
  let counters: any CounterRepository
  let normalizer: any TextNormalizer

  /// Returns the counter with its new name.
  ///
  /// - Throws: `Refusal.counterName`, `.counterExists`, and the refusals of the repository.
  public func callAsFunction(_ counter: Counter, to name: String, in session: Session)
    async throws(Refusal) -> Counter
  {
    try await counters.rename(counter, to: try CounterName(new: name, in: normalizer), in: session)
  }
}
