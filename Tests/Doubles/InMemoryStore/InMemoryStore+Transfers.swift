import Domain

extension InMemoryStore: TransferRepository {
  public func extents(in session: Session) async throws(Refusal) -> [CounterExtent] {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return tables.counters(of: session.user.id).map(\.extent)
    }
  }

  public func extent(of counter: Counter, in session: Session) async throws(Refusal)
    -> CounterExtent
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let row = try tables.row(of: counter, for: .see, in: session).row
      let extent = row.extent
      return CounterExtent(
        counter: row.counter(seenBy: session.user.id), id: extent.id, createdAt: extent.createdAt,
        length: extent.length)
    }
  }

  public func importRows(
    _ pages: some ImportPages, isTrial: Bool, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
    }
    var rows: [ImportRow] = []
    for try await page in pages { rows += page }
    let summary = try transaction { [rows] tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let before = tables
      defer { if isTrial { tables = before } }
      return try tables.append(rows, of: session.user, now: now)
    }
    saved(summary.changes)
    return summary
  }
}

extension Tables {
  /// Imports the rows that the account does not have yet.
  ///
  /// - Throws: `Refusal.badRow` with the first bad row; some rows may have been appended.
  fileprivate mutating func append(
    _ rows: [ImportRow], of user: User, now: Timestamp
  ) throws(Refusal) -> ImportSummary {
    let own = counters(of: user.id)
    let stored = own.flatMap { $0.candidates(for: user, in: self) }
    let numbered = NumberedRow.rows(rows, for: user)
    let storedByID = Dictionary(grouping: stored, by: \.id)
    let isPresent = { (counter: CounterRow, entry: NumberedRow) in
      entry.row.kind != .new
        && storedByID[entry.row.id, default: []].contains {
          $0.counter == counter.id && entry.isKnown(as: $0, for: user)
        }
    }
    let isMade = { (counter: CounterRow, entry: NumberedRow) in
      entry.row.kind == .new && entry.row.id == counter.uid
    }
    let names = numbered.reduce(into: [Int: String]()) { names, entry in
      if names[entry.counter] == nil { names[entry.counter] = entry.row.name.key }
    }
    let isNamed = { (counter: CounterRow, entry: NumberedRow) in
      names[entry.counter] == counter.name.key
    }
    let inOrder = numbered.sorted { ($0.counter, $0.number) < ($1.counter, $1.number) }
    var matched: [Int: Int64] = [:]
    func match(_ isSame: (CounterRow, NumberedRow) -> Bool) {
      for entry in inOrder where matched[entry.counter] == nil {
        let free = own.filter { !matched.values.contains($0.id) && isSame($0, entry) }
        let best = free.first { isNamed($0, entry) } ?? free.first
        if let best { matched[entry.counter] = best.id }
      }
    }
    for isSame in [isMade, isPresent, isNamed] { match(isSame) }
    var made = Set(own.map(\.uid))
    let (new, known) = try NumberedRow.new(numbered, for: user, among: stored, in: matched)
    let brought = Set(new.map(\.counter) + numbered.filter { $0.row.kind == .new }.map(\.counter))
    matched = matched.filter { brought.contains($0.key) }
    match(isNamed)
    var fresh = new.filter { entry in
      entry.row.kind == .new
        ? made.insert(entry.row.id).inserted : !own.contains { $0.hasNoted(entry, for: user) }
    }
    for (number, id) in matched {
      let ofCounter = fresh.filter { $0.counter == number }
      let left = counters[id]?.leaveOut(from: ofCounter, for: user, naming: known) ?? []
      fresh.removeAll { left.contains($0.line) }
    }
    var newCounters: Int64 = 0
    var fault: (line: Int, refusal: Refusal)?
    for number in Set(fresh.map(\.counter)).sorted() {
      let ofCounter = fresh.filter { $0.counter == number }
      // The file's first spelling is used, even if that row is known already.
      guard let first = numbered.first(where: { $0.counter == number }) else { continue }
      var counter: CounterRow
      if let existing = matched[number].flatMap({ counters[$0] }) {
        counter = existing
      } else {
        guard !own.contains(where: { $0.name.key == first.row.name.key }) else {
          throw .badRow(line: first.line, .counterExists(first.row.name))
        }
        try refuseSharedCounter(named: first.row.name, to: user)
        let makings = ofCounter.map(\.row).filter { $0.kind == .new }
          .sorted { $0.time < $1.time }
        counter = newCounter(
          named: first.row.name, of: user, uid: makings.map(\.id).first(where: \.isOfCounter),
          at: makings.first?.time ?? now)
        newCounters += 1
        matched[number] = counter.id
      }
      do throws(Refusal) {
        try counter.append(
          ofCounter.filter { $0.row.kind != .new }, naming: known, of: user, now: now)
      } catch .badRow(let line, let why) {
        if line < fault?.line ?? .max { fault = (line, .badRow(line: line, why)) }
      }
      counters[counter.id] = counter
    }
    if let fault { throw fault.refusal }
    let changes = fresh.filter { $0.row.kind != .new }.count
    return ImportSummary(changes: Int64(changes), newCounters: newCounters)
  }

  /// Refuses a name that refers to somebody else's counter when this account types it.
  private func refuseSharedCounter(named name: CounterName, to user: User) throws(Refusal) {
    for row in counters(sharedWith: user.id)
    where name.key == "\(row.ownerName.key)/\(row.name.key)" {
      throw .ownerOnly(row.ownerName)
    }
  }
}
