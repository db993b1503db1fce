/// Sets or removes a counter's target.
public struct SetTarget: Sendable {
  let counters: any CounterRepository

  /// Returns the counter with its new target, 1 or more; `nil` removes the target.
  ///
  /// - Throws: `Refusal.targetTooSmall`, and the refusals of the repository.
  public func callAsFunction(_ target: Int64?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter
  {
    if let target, target < 1 { throw .targetTooSmall }
    return try await counters.setTarget(target, of: counter, in: session)
  }
}
