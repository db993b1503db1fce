import Domain
import Foundation

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
    let owner = user.id
    let own = counters(of: owner)
    var made = Set(own.map(\.uid))
    let (new, names) = try NumberedRow.new(
      rows, for: user, among: own.flatMap { $0.candidates(for: user, in: self) })
    let fresh = new.filter { $0.row.kind != .new || made.insert($0.row.id).inserted }
    let keys = fresh.map(\.row.name.key).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    var newCounters: Int64 = 0
    var fault: (line: Int, refusal: Refusal)?
    for key in keys {
      let ofCounter = fresh.filter { $0.row.name.key == key }
      // The file's first spelling is used, even if that row is known already.
      guard let first = rows.first(where: { $0.row.name.key == key }) else { continue }
      var counter: CounterRow
      if let existing = own.first(where: { $0.name.key == key }) {
        counter = existing
      } else {
        try refuseSharedCounter(named: first.row.name, to: user)
        let makings = ofCounter.map(\.row).filter { $0.kind == .new }
          .sorted { $0.time < $1.time }
        counter = newCounter(
          named: first.row.name, of: user, uid: makings.map(\.id).first(where: isOfCounter),
          at: makings.first?.time ?? now)
        newCounters += 1
      }
      do throws(Refusal) {
        try counter.append(
          ofCounter.filter { $0.row.kind != .new }, naming: names, of: user, now: now)
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

/// Whether a store could have made the identifier for a counter; a user's own cannot be one.
private func isOfCounter(_ id: Change.ID) -> Bool {
  id.text.hasPrefix("counter-") || UUID(uuidString: id.text) != nil
}
