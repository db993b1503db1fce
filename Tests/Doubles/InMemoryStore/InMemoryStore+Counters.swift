import Domain

extension InMemoryStore: CounterRepository {
  public func counters(in session: Session) async throws(Refusal) -> [Counter] {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return tables.counters(of: session.user.id).map(\.counter)
    }
  }

  public func openCounter(in session: Session) async throws(Refusal) -> Counter? {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      guard let id = tables.accounts[session.user.id]?.openCounterID else { return nil }
      return tables.counters[id]?.counter
    }
  }

  /// The counter as it is now.
  public func refreshed(_ counter: Counter, in session: Session) async throws(Refusal)
    -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return try tables.row(of: counter, for: .see, in: session).row.counter
    }
  }

  public func open(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let row = try tables.row(named: name, in: session)
      tables.accounts[session.user.id]?.openCounterID = row.id
      return row.counter
    }
  }

  public func counter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return try tables.row(named: name, in: session).counter
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
      return tables.addCounter(named: name, of: session.user.id, at: now)
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
      return row.counter
    }
  }

  public func delete(_ counter: Counter, in session: Session) async throws(Refusal) {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let row = try tables.row(of: counter, for: .manage, in: session).row
      tables.counters[row.id] = nil
    }
  }

  public func apply(_ commands: [CountCommand], to counter: Counter, in session: Session)
    async throws(Refusal) -> BatchResult
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      var (row, role) = try tables.row(of: counter, for: .see, in: session)
      defer { tables.counters[row.id] = row }
      var outcomes: [BatchResult.Outcome] = []
      for command in commands {
        do throws(Refusal) {
          let id = Change.ID("change-\(tables.nextID())")
          outcomes.append(
            try row.perform(
              command, by: session.user.id, as: role, known: id, at: now, now: now))
        } catch {
          return BatchResult(outcomes: outcomes, refusal: error)
        }
      }
      return BatchResult(outcomes: outcomes, refusal: nil)
    }
  }

  public func record(
    _ request: CommandRequest, on name: CounterName, creating: Bool, in session: Session
  ) async throws(Refusal) -> BatchResult.Outcome {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let owner = session.user.id
      var row: CounterRow
      if creating, tables.counter(named: name, of: owner) == nil {
        row = tables.newCounter(named: name, of: owner, uid: nil, at: now)
      } else {
        row = try tables.row(named: name, in: session)
      }
      if let id = request.id,
        let counter = tables.counters.values.first(where: {
          $0.change(knownBy: id, by: owner) != nil
        })
      {
        guard counter.id == row.id, let first = counter.change(knownBy: id, by: owner),
          first.event.isOutcome(of: request.command)
        else { throw .identifierTaken }
        return BatchResult.Outcome(event: first.event, count: first.count)
      }
      let id = request.id ?? Change.ID("change-\(tables.nextID())")
      let outcome = try row.perform(
        request.command, by: owner, as: .owner, known: id, at: request.time ?? now, now: now)
      tables.counters[row.id] = row
      return outcome
    }
  }

  public func numbers(
    ofNewest limit: Int, of counter: Counter, during period: Range<Timestamp>?, in session: Session
  ) async throws(Refusal) -> ClosedRange<Int64>? {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let numbers = try tables.row(of: counter, for: .see, in: session).row.changes.enumerated()
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
      let numbered = try tables.row(of: counter, for: .see, in: session).row.changes.enumerated()
        .filter { numbers.contains(Int64($0.offset) + 1) }
      let page = numbered.prefix(length)
      return HistoryPage(
        changes: page.map(\.element).filter { period?.contains($0.time) ?? true },
        next: page.count < numbered.count ? page.last.map { Int64($0.offset) + 2 } : nil)
    }
  }

  public func sums(of counter: Counter, between boundaries: [Timestamp], in session: Session)
    async throws(Refusal) -> [Int64?]
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let row = try tables.row(of: counter, for: .see, in: session).row
      return zip(boundaries, boundaries.dropFirst()).map { row.sum(from: $0, to: $1) }
    }
  }
}

extension InMemoryStore {
  /// Shares a counter with an account; without a permission, it is shared no longer.
  public func share(_ counter: Counter, with user: User, as permission: Role.Permission?) {
    try? transaction { tables, _ throws(Refusal) in
      tables.counters[counter.id]?.members[user.id] = permission
    }
  }
}
