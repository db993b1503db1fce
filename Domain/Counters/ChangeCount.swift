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

/// Counts by a counter's name, as scripts do: perhaps at another time, and once for each identifier.
public struct RecordChange: Sendable {
  let counters: any CounterRepository
  let findCounter: FindCounter
  let normalizer: any TextNormalizer
  let clock: any Clock

  /// Does the entry's command to the counter of that name, which is made first where `creating` and
  /// missing.
  ///
  /// - Throws: `Refusal.inFuture`, `.counterName` when a counter is to be made, those of `FindCounter`
  ///   and of the repository; `.outcomeUnknown` names the counter.
  public func callAsFunction(
    _ request: CommandRequest, on name: String, creating: Bool = false, in session: Session
  ) async throws(Refusal) -> BatchResult.Outcome {
    if let time = request.time, time > clock.now { throw .inFuture }
    if creating {
      return try await record(
        request, on: try CounterName(name, in: normalizer), creating: true, in: session)
    }
    return try await findCounter.find(name, in: session) { name throws(Refusal) in
      try await record(request, on: name, creating: false, in: session)
    }
  }

  private func record(
    _ request: CommandRequest, on name: CounterName, creating: Bool, in session: Session
  ) async throws(Refusal) -> BatchResult.Outcome {
    do {
      return try await counters.record(request, on: name, creating: creating, in: session)
    } catch .outcomeUnknown(_, let cause) {
      throw .outcomeUnknown(counter: name, cause: cause)
    }
  }
}
