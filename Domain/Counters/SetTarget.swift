/// Gives a counter a target, or takes it away.
public struct SetTarget: Sendable {
  let counters: any CounterRepository

  /// The counter with its new target, 1 or more; `nil` takes the target away.
  ///
  /// - Throws: `Refusal.targetTooSmall`, and those of the repository.
  public func callAsFunction(_ target: Int64?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter
  {
    if let target, target < 1 { throw .targetTooSmall }
    return try await counters.setTarget(target, of: counter, in: session)
  }
}
