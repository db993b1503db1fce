/// The counter that somebody changes, as they chose it.
public enum CountedCounter: Sendable {
  /// One that was read before, whatever its name is by now.
  case listed(Counter)
  /// The one with this id.
  case known(Counter.ID)
  /// The one that is typed like this. With `creating`, a missing one is created first.
  case named(String, creating: Bool = false)
}

extension UseCases {
  /// Does up to `CountCommand.largestBatch` requests in order in one transaction, up to the first
  /// refused one. A token's session is resumed in the same transaction.
  ///
  /// - Throws: `Refusal.inFuture`, and `.note(.noChange)` for a note of an addition of 0; for a typed counter the refusals of `findCounter(named:in:)`, or
  ///   `.counterName` when it is to be created; the refusals of the repository. Then nothing was
  ///   done, except after `.store(.outcomeUnknown)`, which names the counter.
  public func count(
    _ requests: [CommandRequest], on counter: CountedCounter, as proof: SessionProof
  ) async throws(Refusal) -> BatchResult {
    let requests = requests.prefix(CountCommand.largestBatch)
    let now = clock.now
    guard requests.allSatisfy({ $0.time.map { $0 <= now } ?? true }) else { throw .inFuture }
    guard !requests.contains(where: { $0.command == .add(0) && $0.note != nil }) else {
      throw .note(.noChange)
    }
    func change(_ counter: ChangedCounter, named name: String) async throws(Refusal) -> BatchResult
    {
      do {
        return try await counters.change(counter, by: Array(requests), as: proof)
      } catch .store(.outcomeUnknown(_, let cause)) {
        throw .store(.outcomeUnknown(counter: name, cause: cause))
      }
    }
    switch counter {
    case .known(let id):
      return try await counters.change(.known(id), by: Array(requests), as: proof)
    case .listed(let counter):
      do {
        return try await change(.known(counter.id), named: counter.typedName)
      } catch .noSuchCounter {
        throw .noSuchCounter(named: counter.typedName, near: nil)
      }
    case .named(let name, creating: false):
      return try await find(
        name, resuming: { () throws(Refusal) in try await session(of: proof) }
      ) { reference throws(Refusal) in
        try await change(.named(reference, creating: false), named: reference.text)
      }
    case .named(let name, creating: true):
      let reference = try CounterReference(name, in: normalizer)
      let isNew = (try? CounterName(new: name, in: normalizer)) != nil
      do {
        return try await change(.named(reference, creating: isNew), named: reference.text)
      } catch .noSuchCounter {
        throw .counterName(.slash)
      }
    }
  }

  private func session(of proof: SessionProof) async throws(Refusal) -> Session {
    switch proof {
    case .session(let session): session
    case .token(let token): try await sessions.resumeSession(token)
    }
  }
}
