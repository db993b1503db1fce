internal import Domain

extension SQLConnection {
  /// Imports the staged rows in the present transaction, which has to fail for a trial.
  ///
  /// - Throws: also `ImportTrial`.
  func takeIn(
    isTrial: Bool, in session: Session, at now: Timestamp, saved: @escaping (Int64) -> Void
  ) throws -> ImportSummary {
    try use(session, at: now)
    let summary = try Import(database: self, session: session, now: now, saved: saved).run()
    if isTrial { throw ImportTrial(summary: summary) }
    return summary
  }
}

/// Thrown to roll back the transaction of a trial.
struct ImportTrial: Error {
  let summary: ImportSummary
}

/// Imports the staged rows in one transaction, with a few statements for any number of rows.
private struct Import<Connection: SQLConnection> {
  let database: Connection
  let session: Session
  let now: Timestamp
  /// Called with the number of saved rows.
  let saved: (Int64) -> Void

  private var user: Int64 { session.user.id }

  /// Appends the new rows and creates the missing counters.
  ///
  /// - Throws: `Refusal.badRow` with the first row that breaks a rule of counting.
  func run() throws -> ImportSummary {
    try matchCounters()
    try dropKnown()
    let newCounters = try createCounters()
    try noteEnds()
    let standings = try self.standings()
    try database.run(ImportSQL.subject, [user])
    try database.run(ImportSQL.noteUnlinked, [user])
    let changes = try append()
    for marked in try database.rows(ImportSQL.marked, []) {
      try UndoMarks(database: database, counter: try marked.value(0), owner: user)
        .recount(from: try marked.value(1))
    }
    for (access, standing, order) in standings {
      try database.save(standing, order, nil, of: access, at: now)
    }
    return ImportSummary(changes: changes, newCounters: newCounters)
  }

  /// Finds the account's counters that the file's are: the one with the same identifier, or else
  /// with the first of the file's changes that the account has, or else with its name.
  private func matchCounters() throws {
    try database.run(ImportSQL.matchMakings, [user])
    try database.run(ImportSQL.notePresent, [user])
    for counter in try database.rows(ImportSQL.present, []) {
      try database.run(ImportSQL.matchPresentRow, [try counter.value(0) as Int64])
    }
    try database.run(ImportSQL.matchNames, [user])
  }

  /// Drops what the account has already, and numbers new changes whose identifiers are not unique.
  private func dropKnown() throws {
    try database.run(ImportSQL.noteRepeatedIDs, [])
    try database.run(ImportSQL.dropPresent, [])
    var hasDropped = database.changedRows > 0
    try database.run(ImportSQL.noteTakenIDs, [user])
    var badLine: Int?
    for row in try database.rows("SELECT uid FROM shared_ids", []) {
      let shared = try SharedID(row.values[0], of: session.user, in: database)
      if try shared.settle() { hasDropped = true }
      if let line = shared.contradiction { badLine = min(badLine ?? line, line) }
    }
    if let badLine { throw Refusal.badRow(line: badLine, .identifierTaken) }
    if try has("known_rows") { try database.run(ImportSQL.renameSubjects, []) }
    if try has("repeated_rows") { try database.run(ImportSQL.moveSubjects, []) }
    try database.run(ImportSQL.forgetKnown, [])
    try database.run(ImportSQL.matchNames, [user])
    if try leaveOutUndos() { hasDropped = true }
    // The remaining rows need new places and sums.
    if hasDropped { try database.run(ImportSQL.renumber, []) }
  }

  /// Leaves out the undos and redos without effect, and notes them. Returns whether it left out any.
  private func leaveOutUndos() throws -> Bool {
    try lockCounters()
    var hasDropped = false
    func dropLoose() throws {
      try database.run(ImportSQL.dropLoose, [user])
      if database.changedRows > 0 { hasDropped = true }
    }
    try dropLoose()
    try database.run(ImportSQL.markUnits, [user])
    for row in try LooseUndos(database: database, owner: user).withoutEffect() {
      try database.run(ImportSQL.noteWithoutEffect, [user, row.counter, row.number])
    }
    try dropLoose()
    repeat {
      try database.run(ImportSQL.noteAboutLoose, [user])
      try dropLoose()
    } while database.changedRows > 0
    return hasDropped
  }

  private func has(_ table: String) throws -> Bool {
    try database.row("SELECT 1 FROM \(table) LIMIT 1", []) != nil
  }

  private func createCounters() throws -> Int64 {
    try database.run(ImportSQL.dropKnownMakings, [user])
    let missing = try database.rows(ImportSQL.missing(ifUUID: Connection.isUUID), [user])
    for row in missing {
      let name = CounterName(text: try row.value(1), key: try row.value(2))
      let present: Int64? = try row.value(6)
      guard present == nil else {
        throw Refusal.badRow(line: try row.value(5), .counterExists(name))
      }
      try refuseSharedCounter(named: name.text)
      let time: Int64? = try row.value(3)
      let uid = row.values[4]
      let counter = try database.insertCounter(
        named: name, of: session.user, at: time.map(Timestamp.init(milliseconds:)) ?? now,
        uid: uid == .null ? nil : uid)
      try database.run(
        "UPDATE staged_counters SET counter_id = ? WHERE id = ?",
        [counter.id, try row.value(0) as Int64])
    }
    return Int64(missing.count)
  }

  /// Locks the counters that are there, so that nobody counts or undoes in them meanwhile.
  private func lockCounters() throws {
    if database.locksRows { _ = try database.rows(ImportSQL.lock, []) }
  }

  /// Notes where the histories of the counters end.
  private func noteEnds() throws {
    try lockCounters()
    try database.run(
      """
      UPDATE staged_counters SET
        base = (SELECT last_seq FROM counters WHERE id = counter_id),
        length = (SELECT place FROM numbered_rows WHERE counter = staged_counters.id
          ORDER BY number DESC LIMIT 1)
      """, [])
  }

  /// Refuses a name that refers to somebody else's counter when this account types it.
  ///
  /// - Throws: `Refusal.ownerOnly`.
  private func refuseSharedCounter(named text: String) throws {
    guard let reference = try? CounterReference(text, in: UnicodeNormalizer()),
      reference.shared != nil
    else { return }
    do {
      try database.counter(reference, in: session).role.check(.manage)
    } catch Refusal.noSuchCounter {
      // The account's own counter, whose name with a slash is from before sharing.
    }
  }

  /// The standing of each counter after the import.
  private func standings() throws -> [(access: Access, standing: Standing, order: TimeOrder)] {
    var standings: [(access: Access, standing: Standing, order: TimeOrder)] = []
    var badLine: Int?
    for staged in try database.rows(ImportSQL.extent, []) {
      let counter: Int64 = try staged.value(2)
      guard let access = try database.access(to: counter, in: session) else {
        throw Refusal.store(.damaged(cause: "a counter disappeared during an import"))
      }
      try access.standing.role.check(.manage)
      var (unit, order, line) = (ImportUnit(after: access.standing), access.order, 0)
      do {
        try database.scan(ImportSQL.amounts, [try staged.value(0) as Int64]) { row in
          line = try row.value(0)
          try unit.append(try row.value(1))
          order.append(try row.value(2))
          return true
        }
        standings.append((access, try unit.standing(), order))
      } catch Refusal.outOfRange {
        badLine = min(badLine ?? line, line)
      }
    }
    if let badLine { throw Refusal.badRow(line: badLine, .outOfRange) }
    return standings
  }

  private func append() throws -> Int64 {
    var changes: Int64 = 0
    for counter in try database.rows(ImportSQL.extent, []) {
      let (id, last): (Int64, Int64) = (try counter.value(0), try counter.value(1))
      for first in stride(from: 1, through: last, by: Int(ImportSQL.stepLength)) {
        try database.run(ImportSQL.append, [id, first, first + ImportSQL.stepLength - 1])
        changes += Int64(database.changedRows)
        saved(changes)
      }
    }
    return changes
  }
}
