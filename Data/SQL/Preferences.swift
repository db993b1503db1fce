internal import Domain

extension SQLStore {
  public func dayStart(in session: Session) async throws(Refusal) -> DayStart {
    try await read("read when days begin") { database, now in
      try database.check(session, at: now)
      let minutes: Int? = try database.value(
        "SELECT day_start FROM users WHERE id = ?", [session.user.id])
      guard let start = minutes.flatMap(DayStart.init(minutes:)) else {
        throw Refusal.store(.damaged(cause: "an account's days begin at no time"))
      }
      return start
    }
  }

  public func setDayStart(_ start: DayStart, in session: Session) async throws(Refusal) {
    try await write("say when days begin") { database, now in
      try database.use(session, at: now)
      try database.run(
        "UPDATE users SET day_start = ? WHERE id = ?", [start.minutes, session.user.id])
    }
  }

  public func archivedCounters(in session: Session) async throws(Refusal) -> Set<Counter.ID> {
    try await read("list archived counters") { database, now in
      try database.check(session, at: now)
      let rows = try database.rows(
        "SELECT counter_id FROM archived WHERE user_id = ?", [session.user.id])
      return Set(try rows.map { try $0.value(0) })
    }
  }

  public func setArchived(_ isArchived: Bool, _ counter: Counter, in session: Session)
    async throws(Refusal)
  {
    try await write("archive a counter") { database, now in
      try database.use(session, at: now)
      let id = try database.access(to: counter, for: .see, in: session).counter.id
      guard isArchived else { return try database.unarchive(id, ofUser: session.user.id) }
      try database.run(
        """
        INSERT INTO archived (user_id, counter_id) VALUES (?, ?)
        ON CONFLICT (user_id, counter_id) DO NOTHING
        """, [session.user.id, id])
    }
  }
}

extension SQLConnection {
  /// Puts a counter back into an account's lists.
  func unarchive(_ counter: Int64, ofUser user: Int64) throws {
    try run("DELETE FROM archived WHERE user_id = ? AND counter_id = ?", [user, counter])
  }
}
