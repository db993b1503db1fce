/// Counts: adds, sets, resets, takes back and makes again.
public struct ChangeCount: Sendable {
  /// The most commands that one transaction takes: a few hundredths of a second of work, so that no
  /// other writer waits long.
  public static let largestBatch = 500

  let counters: any CounterRepository

  /// Does the commands (at most `largestBatch` of them; the rest is not done) in their order, up to
  /// the first that is refused.
  ///
  /// - Throws: those of the repository; then nothing was done, except after `.outcomeUnknown`, which names
  ///   the counter.
  public func callAsFunction(
    _ commands: [CountCommand], to counter: Counter, in session: Session
  ) async throws(Refusal) -> BatchResult {
    do {
      let batch = Array(commands.prefix(Self.largestBatch))
      return try await counters.apply(batch, to: counter, in: session)
    } catch .outcomeUnknown(_, let cause) {
      throw .outcomeUnknown(counter: counter.name, cause: cause)
    }
  }
}
