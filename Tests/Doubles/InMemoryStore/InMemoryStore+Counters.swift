import Domain

extension InMemoryStore: CounterRepository {
  public func counters(in session: Session) async throws(Refusal) -> [Counter] {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return tables.visible(to: session.user.id).map {
        $0.counter(seenBy: session.user.id)
      }
    }
  }

  public func counters(summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [CounterSummary]
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return tables.visible(to: session.user.id).map { row in
        CounterSummary(
          counter: row.counter(seenBy: session.user.id),
          change: row.sum(from: period.lowerBound, to: period.upperBound))
      }
    }
  }

  public func openCounter(in session: Session) async throws(Refusal) -> Counter? {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let user = session.user.id
      guard let id = tables.accounts[user]?.openCounterID, let row = tables.counters[id],
        tables.role(of: user, in: row) != nil
      else { return nil }
      return row.counter(seenBy: user)
    }
  }

  /// The counter as it is now.
  public func refreshed(_ counter: Counter, in session: Session) async throws(Refusal)
    -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let row = try tables.row(of: counter, for: .see, in: session).row
      return row.counter(seenBy: session.user.id)
    }
  }

  public func open(_ reference: CounterReference, in session: Session) async throws(Refusal)
    -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let row = try tables.row(reference, in: session)
      tables.accounts[session.user.id]?.openCounterID = row.id
      return row.counter(seenBy: session.user.id)
    }
  }

  public func open(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let row = try tables.row(of: counter, for: .see, in: session).row
      tables.accounts[session.user.id]?.openCounterID = row.id
      return row.counter(seenBy: session.user.id)
    }
  }

  public func counter(_ reference: CounterReference, in session: Session) async throws(Refusal)
    -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return try tables.row(reference, in: session).counter(seenBy: session.user.id)
    }
  }

  public func createCounter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      guard tables.counter(named: name, of: session.user.id) == nil else {
        throw .counterExists(name)
      }
      return tables.addCounter(named: name, of: session.user, at: now)
    }
  }

  public func rename(_ counter: Counter, to name: CounterName, in session: Session)
    async throws(Refusal) -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      var row = try tables.row(of: counter, for: .manage, in: session).row
      if let other = tables.counter(named: name, of: session.user.id), other.id != row.id {
        throw .counterExists(name)
      }
      row.name = name
      tables.counters[row.id] = row
      return row.counter()
    }
  }

  public func setTarget(_ target: Target?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      var row = try tables.row(of: counter, for: .manage, in: session).row
      row.target = target
      tables.counters[row.id] = row
      tables.turnPeriods(at: now)
      return (tables.counters[row.id] ?? row).counter()
    }
  }

  public func dayStart(in session: Session) async throws(Refusal) -> DayStart {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return tables.accounts[session.user.id]?.dayStart ?? .midnight
    }
  }

  public func setDayStart(_ start: DayStart, in session: Session) async throws(Refusal) {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      tables.accounts[session.user.id]?.dayStart = start
    }
  }

  public func archivedCounters(in session: Session) async throws(Refusal) -> Set<Counter.ID> {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return tables.accounts[session.user.id]?.archived ?? []
    }
  }

  public func setArchived(_ isArchived: Bool, _ counter: Counter, in session: Session)
    async throws(Refusal)
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let id = try tables.row(of: counter, for: .see, in: session).row.id
      if isArchived {
        tables.accounts[session.user.id]?.archived.insert(id)
      } else {
        tables.accounts[session.user.id]?.archived.remove(id)
      }
    }
  }

  public func delete(_ counter: Counter, in session: Session) async throws(Refusal) {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      tables.deleteCounter(try tables.row(of: counter, for: .manage, in: session).row.id)
    }
  }

  public func change(
    _ counter: ChangedCounter, by requests: [CommandRequest], as proof: SessionProof
  ) async throws(Refusal) -> BatchResult {
    let session: Session =
      switch proof {
      case .session(let session): session
      case .token(let token): try await resumeSession(token)
      }
    return try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let before = tables
      let (row, isNew) = try tables.row(of: counter, in: session, now: now)
      var (outcomes, refusal): ([BatchResult.Outcome], Refusal?) = ([], nil)
      for request in requests where refusal == nil {
        do throws(Refusal) {
          outcomes.append(
            try tables.perform(request, on: row.id, by: session.user.id, now: now))
        } catch {
          refusal = error
        }
      }
      if isNew, outcomes.isEmpty, let refusal {
        tables = before
        throw refusal
      }
      let changed = tables.counters[row.id] ?? row
      return BatchResult(
        counter: changed.counter(seenBy: session.user.id), outcomes: outcomes, refusal: refusal)
    }
  }

  public func areRecorded(
    _ requests: [CommandRequest], onCounter id: Counter.ID, in session: Session
  ) async throws(Refusal) -> [Bool] {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return requests.map { request in
        let known = request.id.flatMap {
          tables.counters[id]?.change(knownBy: $0, by: session.user.id)
        }
        return known?.event.isOutcome(of: request.command) ?? false
      }
    }
  }

  /// The counter with an id.
  public func counter(withID id: Counter.ID, in session: Session) async throws(Refusal) -> Counter {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      guard let row = tables.counters[id], tables.role(of: session.user.id, in: row) != nil else {
        throw .noSuchCounter(named: "\(id)", near: nil)
      }
      return row.counter(seenBy: session.user.id)
    }
  }

  public func numbers(
    ofNewest limit: Int, of counter: Counter, during period: Range<Timestamp>?, in session: Session
  ) async throws(Refusal) -> ClosedRange<Int64>? {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let numbers = try tables.row(of: counter, for: .see, in: session).row.changes(in: tables)
        .enumerated()
        .filter { period?.contains($0.element.time) ?? true }
        .map { Int64($0.offset) + 1 }.suffix(max(limit, 0))
      guard let first = numbers.first, let last = numbers.last else { return nil }
      return first...last
    }
  }

  public func changes(
    of counter: Counter, numbered numbers: ClosedRange<Int64>, during period: Range<Timestamp>?,
    atMost length: Int, in session: Session
  ) async throws(Refusal) -> HistoryPage {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let numbered = try tables.row(of: counter, for: .see, in: session).row.changes(in: tables)
        .enumerated()
        .filter { numbers.contains(Int64($0.offset) + 1) }
      let page = numbered.prefix(length)
      return HistoryPage(
        changes: page.map(\.element).filter { period?.contains($0.time) ?? true },
        next: page.count < numbered.count ? page.last.map { Int64($0.offset) + 2 } : nil)
    }
  }

  public func sums(
    of counter: Counter, during period: Range<Timestamp>,
    by stretch: @escaping @Sendable (Timestamp) -> Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> [ChartBar] {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return try tables.row(of: counter, for: .see, in: session).row.sums(
        during: period, by: stretch)
    }
  }

  public func setsAndResets(
    of counter: Counter, during period: Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> SetsAndResets {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return try tables.row(of: counter, for: .see, in: session).row.setsAndResets(during: period)
    }
  }
}

extension Tables {
  /// The counters that an account owns or is a member of, in list order.
  fileprivate func visible(to user: Int64) -> [CounterRow] {
    counters(of: user) + counters(sharedWith: user)
  }
}

extension Tables {
  /// The counter to change, and whether it was created.
  fileprivate mutating func row(
    of counter: ChangedCounter, in session: Session, now: Timestamp
  ) throws(Refusal) -> (row: CounterRow, isNew: Bool) {
    switch counter {
    case .known(let id):
      guard let row = counters[id], role(of: session.user.id, in: row) != nil else {
        throw .noSuchCounter(named: "\(id)", near: nil)
      }
      return (row, false)
    case .named(let reference, let isCreating):
      do throws(Refusal) {
        return (try row(reference, in: session), false)
      } catch .noSuchCounter where isCreating {
        guard let own = reference.own else { throw .counterName(.slash) }
        let row = newCounter(named: own, of: session.user, uid: nil, at: now)
        counters[row.id] = row
        return (row, true)
      }
    }
  }

  /// Does a request on a counter, unless its identifier is known already.
  fileprivate mutating func perform(
    _ request: CommandRequest, on id: Int64, by user: Int64, now: Timestamp
  ) throws(Refusal) -> BatchResult.Outcome {
    guard var row = counters[id], let role = role(of: user, in: row) else {
      throw .noSuchCounter(named: "\(id)", near: nil)
    }
    if let id = request.id,
      let counter = counters.values.first(where: { $0.change(knownBy: id, by: user) != nil })
    {
      guard counter.id == row.id, let first = counter.change(knownBy: id, by: user),
        first.event.isOutcome(of: request.command)
      else { throw .identifierTaken }
      return BatchResult.Outcome(event: first.event, count: first.count, isRepeat: true)
    }
    try checkCounting(request, by: user, now: now)
    let known =
      request.id.map { id in
        let last = counters(of: row.owner).map { $0.lastNumber(of: id) }.max() ?? 0
        return Change.ID(id.text, number: last + 1)
      } ?? Change.ID("change-\(nextID())")
    let outcome = try row.perform(request, by: user, as: role, known: known, now: now)
    counters[row.id] = row
    return outcome
  }
}
