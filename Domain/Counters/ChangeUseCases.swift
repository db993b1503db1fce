extension UseCases {
  /// Does up to `CountCommand.largestBatch` commands in order, up to the first refused one.
  ///
  /// - Throws: the refusals of the repository; then nothing was done, except after
  ///   `.outcomeUnknown`, which names the counter.
  public func changeCount(
    _ commands: [CountCommand], to counter: Counter, in session: Session
  ) async throws(Refusal) -> BatchResult {
    do {
      let batch = Array(commands.prefix(CountCommand.largestBatch))
      return try await counters.apply(batch, to: counter, in: session)
    } catch .outcomeUnknown(_, let cause) {
      throw .outcomeUnknown(counter: counter.typedName, cause: cause)
    }
  }

  /// Does the request's command on the named counter; with `creating`, a missing one is created
  /// first.
  ///
  /// - Throws: `Refusal.inFuture`, `.counterName` when a counter is to be created,
  ///   `.unexpectedCount`, the refusals of `findCounter(named:in:)` and the repository;
  ///   `.outcomeUnknown` names the counter.
  public func recordChange(
    _ request: CommandRequest, on name: String, creating: Bool = false, in session: Session
  ) async throws(Refusal) -> RecordedChange {
    try await record(
      request, on: name, creating: creating, resuming: { () throws(Refusal) in session }
    ) { reference, creating throws(Refusal) in
      try await counters.record(request, on: reference, creating: creating, in: session)
    }
  }

  /// Like `recordChange(_:on:creating:in:)` for the session that a token proves. It is resumed in
  /// the transaction of the change.
  public func recordChange(
    _ request: CommandRequest, on name: String, creating: Bool = false,
    provedBy token: SessionToken
  ) async throws(Refusal) -> RecordedChange {
    try await record(
      request, on: name, creating: creating,
      resuming: { () throws(Refusal) in try await sessions.resumeSession(token) }
    ) { reference, creating throws(Refusal) in
      try await counters.record(request, on: reference, creating: creating, provedBy: token)
    }
  }

  /// Does the request's command on the counter with this id, whatever its name is.
  ///
  /// - Throws: `Refusal.inFuture`, `.noSuchCounter`, `.unexpectedCount`, and the refusals of the
  ///   repository.
  public func recordChange(
    _ request: CommandRequest, toCounter id: Counter.ID, in session: Session
  ) async throws(Refusal) -> RecordedChange {
    if let time = request.time, time > clock.now { throw .inFuture }
    return try await counters.record(request, toCounter: id, in: session)
  }

  private func record(
    _ request: CommandRequest, on name: String, creating: Bool,
    resuming session: () async throws(Refusal) -> Session,
    _ body: (CounterReference, _ creating: Bool) async throws(Refusal) -> RecordedChange
  ) async throws(Refusal) -> RecordedChange {
    if let time = request.time, time > clock.now { throw .inFuture }
    func named(_ reference: CounterReference, creating: Bool) async throws(Refusal)
      -> RecordedChange
    {
      do {
        return try await body(reference, creating)
      } catch .outcomeUnknown(_, let cause) {
        throw .outcomeUnknown(counter: reference.text, cause: cause)
      }
    }
    guard creating else {
      return try await find(name, resuming: session) { reference throws(Refusal) in
        try await named(reference, creating: false)
      }
    }
    let reference = try CounterReference(name, in: normalizer)
    do {
      let isNew = (try? CounterName(new: name, in: normalizer)) != nil
      return try await named(reference, creating: isNew)
    } catch .noSuchCounter {
      throw .counterName(.slash)
    }
  }
}
