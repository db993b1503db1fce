internal import Domain

/// Checks what no database can: names, histories, and whose rows are whose.
extension SQLConnection {
  /// A store without its id, which a row deleted by hand would leave.
  func identityFaults() throws -> [StoreFault] {
    try row("SELECT id FROM tally_store", []) == nil
      ? [.damaged("the store has no id")] : []
  }

  /// Open counters and members that belong to the wrong account.
  func strangers() throws -> [StoreFault] {
    let strangers = """
      SELECT 'users' FROM users JOIN counters ON counters.id = users.open_counter_id
      WHERE counters.user_id <> users.id AND NOT EXISTS (
        SELECT 1 FROM members WHERE counter_id = counters.id AND user_id = users.id)
      UNION ALL
      SELECT 'members' FROM members JOIN counters ON counters.id = members.counter_id
      WHERE counters.user_id = members.user_id
      """
    return try rows(strangers, []).map { .orphan(kind: try $0.value(0)) }
  }

  /// A name stored with a wrong key cannot be found.
  func nameFaults() throws -> [StoreFault] {
    let form = UnicodeNormalizer()
    var faults: [StoreFault] = []
    let users = "SELECT username, username_key, guest_name, guest_key FROM users"
    try scan(users, []) { user in
      let (name, key): (String, String) = (try user.value(0), try user.value(1))
      if let guest: String = try user.value(2) {
        let guestKey: String? = try user.value(3)
        if form.key(of: guest) != guestKey { faults.append(.name(guest, kind: "users")) }
      } else if (try? Username(name))?.key != key {
        faults.append(.name(name, kind: "users"))
      }
      return true
    }
    try scan("SELECT name, name_key FROM counters", []) { counter in
      let (name, key): (String, String) = (try counter.value(0), try counter.value(1))
      if form.key(of: name) != key { faults.append(.name(name, kind: "counters")) }
      return true
    }
    return faults
  }

  func historyFaults() throws -> [StoreFault] {
    let counters = try rows(
      """
      SELECT counters.id, counters.count, counters.last_seq, counters.undo_seq, counters.redo_seq,
        counters.name, counters.name_key, users.username, counters.set_seq,
        counters.ordered_until
      FROM counters JOIN users ON users.id = counters.user_id ORDER BY counters.id
      """, [])
    return try counters.compactMap { counter in
      do {
        try replay(counter)
        return nil
      } catch let fault as HistoryReplay.Fault {
        let name = CounterName(text: try counter.value(5), key: try counter.value(6))
        let owner: String = try counter.value(7)
        return switch fault {
        case .sum: .history(counter: name.text, owner: owner)
        case .undoing: .undoing(counter: name.text, owner: owner)
        }
      }
    }
  }

  private func replay(_ counter: SQLRow) throws {
    var history = HistoryReplay()
    try scan(
      "SELECT \(HistoryReplay.columns) FROM changes WHERE counter_id = ? ORDER BY seq",
      [try counter.value(0) as Int64]
    ) { change in
      try history.add(change)
      return true
    }
    let members = try rows(
      "SELECT user_id, undo_seq, redo_seq FROM members WHERE counter_id = ?",
      [try counter.value(0) as Int64])
    try history.end(
      count: try counter.value(1), length: try counter.value(2),
      orderedUntil: try counter.value(9), set: try counter.value(8),
      tops: UndoTops(undo: try counter.value(3), redo: try counter.value(4)),
      members: try members.map {
        (try $0.value(0), UndoTops(undo: try $0.value(1), redo: try $0.value(2)))
      })
  }
}
