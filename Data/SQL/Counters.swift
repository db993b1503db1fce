internal import Domain

extension SQLStore {
  public func counters(in session: Session) async throws(Refusal) -> [Counter] {
    try await read("list counters") { database, now in
      try database.check(session, at: now)
      let rows = try database.rows(
        """
        SELECT \(Counter.columns)
        FROM \(Counter.found(where: "listed.user_id = ?1")) ORDER BY listed.name_key
        """, [session.user.id])
      let own = try rows.map { try Counter(row: $0, owner: session.user.username) }
      var periods = TargetPeriods(at: now)
      return try (own + database.sharedCounters(with: session.user)).map {
        try database.held($0, against: &periods)
      }
    }
  }

  public func counters(summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [CounterSummary]
  {
    try await read("list counters") { database, now in
      try database.check(session, at: now)
      var periods = TargetPeriods(at: now)
      let own = try database.ownSummaries(of: session.user, summing: period, against: &periods)
      let shared = try database.sharedCounters(with: session.user).map { counter in
        let sum = try database.sum(of: counter, in: period)
        let known = PeriodSum(range: period, added: sum)
        return CounterSummary(
          counter: try database.held(counter, against: &periods, knowing: known),
          change: Int64(exactly: sum))
      }
      return own + shared
    }
  }

  public func openCounter(in session: Session) async throws(Refusal) -> Counter? {
    try await read("find the open counter") { database, now in
      try database.check(session, at: now)
      let id: Int64? = try database.value(
        "SELECT open_counter_id FROM users WHERE id = ?", [session.user.id])
      return try id.flatMap { try database.access(to: $0, in: session)?.counter }
        .map { try database.held($0, at: now) }
    }
  }

  public func refreshed(_ counter: Counter, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await read("read a counter") { database, now in
      try database.check(session, at: now)
      return try database.held(
        try database.access(to: counter, for: .see, in: session).counter, at: now)
    }
  }

  public func open(_ reference: CounterReference, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await write("open a counter") { database, now in
      try database.use(session, at: now)
      let counter = try database.counter(reference, in: session)
      try database.noteOpen(counter.id, ofUser: session.user.id)
      return try database.held(counter, at: now)
    }
  }

  public func open(_ counter: Counter, in session: Session) async throws(Refusal) -> Counter {
    try await write("open a counter") { database, now in
      try database.use(session, at: now)
      let counter = try database.access(to: counter, for: .see, in: session).counter
      try database.noteOpen(counter.id, ofUser: session.user.id)
      return try database.held(counter, at: now)
    }
  }

  public func counter(withID id: Counter.ID, in session: Session) async throws(Refusal) -> Counter {
    try await read("read a counter") { database, now in
      try database.check(session, at: now)
      return try database.held(try database.counter(withID: id, in: session), at: now)
    }
  }

  public func counter(_ reference: CounterReference, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await read("find a counter") { database, now in
      try database.check(session, at: now)
      return try database.held(try database.counter(reference, in: session), at: now)
    }
  }

  public func createCounter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await write("create a counter") { database, now in
      try database.use(session, at: now)
      let counter = try database.insertCounter(named: name, of: session.user, at: now)
      try database.noteOpen(counter.id, ofUser: session.user.id)
      return counter
    }
  }

  public func rename(_ counter: Counter, to name: CounterName, in session: Session)
    async throws(Refusal) -> Counter
  {
    try await write("rename a counter") { database, now in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      do {
        try database.run(
          "UPDATE counters SET name = ?, name_key = ? WHERE id = ?",
          [name.text, name.key, access.counter.id])
      } catch  where Connection.isNotUnique(error) {
        throw Refusal.counterExists(name)
      }
      return try database.held(
        try database.counter(withID: access.counter.id, in: session), at: now)
    }
  }

  public func setTarget(_ target: Target?, of counter: Counter, in session: Session)
    async throws(Refusal) -> Counter
  {
    try await write("set a target") { database, now in
      try database.use(session, at: now)
      let counter = try database.access(to: counter, for: .manage, in: session).counter
      try database.run(
        """
        UPDATE counters SET target = ?, at_most = ?, target_per = ?, target_zone = ? WHERE id = ?
        """,
        [
          target?.number, target?.isLimit == true ? 1 : 0, target?.period?.span.rawValue,
          target?.period?.zone, counter.id,
        ])
      return try database.held(try database.counter(withID: counter.id, in: session), at: now)
    }
  }

  public func delete(_ counter: Counter, in session: Session) async throws(Refusal) {
    try await write("delete a counter", .histories) { database, now in
      try database.use(session, at: now)
      let counter = try database.access(to: counter, for: .manage, in: session).counter
      try database.run("DELETE FROM counters WHERE id = ?", [counter.id])
    }
  }
}

extension SQLConnection {
  /// Creates a counter without opening it.
  func insertCounter(
    named name: CounterName, of user: User, at time: Timestamp, uid: SQLValue? = nil
  ) throws -> Counter {
    do {
      let id = try insert(
        """
        INSERT INTO counters (user_id, uid, name, name_key, created_at) VALUES (?, ?, ?, ?, ?)
        RETURNING id
        """,
        [user.id, uid ?? ChangeUID.new(at: time), name.text, name.key, time.milliseconds])
      return Counter(id: id, name: name, owner: user.username, count: 0, changedAt: nil)
    } catch  where Self.isNotUnique(error) {
      throw Refusal.counterExists(name)
    }
  }

  /// Records the open counter of an account.
  func noteOpen(_ counter: Int64, ofUser user: Int64) throws {
    try run(
      "UPDATE users SET open_counter_id = ?1 WHERE id = ?2 AND open_counter_id IS DISTINCT FROM ?1",
      [counter, user])
  }

  /// The counter with an id, as it is now.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  func counter(withID id: Int64, in session: Session) throws -> Counter {
    try access(toCounterWithID: id, in: session).counter
  }

  /// Finds a counter by reference: one of the account's own, or one shared with it.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  func counter(_ reference: CounterReference, in session: Session) throws -> Counter {
    try access(to: reference, in: session, locking: false).counter
  }

  /// The access to a counter by reference. Only with `locking` its count may be changed.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  func access(to reference: CounterReference, in session: Session, locking: Bool) throws -> Access {
    let user = session.user
    if let name = reference.own,
      let own = try access(toOwn: name, of: user, locking: locking)
    {
      return own
    }
    if let shared = reference.shared {
      let access =
        shared.owner.key == user.username.key
        ? try access(toOwn: shared.name, of: user, locking: locking)
        : try access(to: shared, in: session, locking: locking)
      if let access { return access }
    }
    throw Refusal.noSuchCounter(named: reference.text, near: nil)
  }

  private func access(
    to shared: CounterReference.Shared, in session: Session, locking: Bool
  ) throws -> Access? {
    let id: Int64? = try value(
      """
      SELECT counters.id FROM users JOIN counters ON counters.user_id = users.id
      WHERE users.username_key = ? AND counters.name_key = ?
      """, [shared.owner.key, shared.name.key])
    // A missing counter takes as long as one that is not shared.
    return try access(to: id ?? 0, in: session, locking: locking)
  }

  /// The counters shared with an account, by owner and name.
  func sharedCounters(with user: User) throws -> [Counter] {
    let rows = try rows(
      """
      SELECT \(Counter.columns(dayStart: "users.day_start")), members.role, \(User.columns)
      FROM members AS listed
      JOIN members ON members.counter_id = listed.counter_id AND members.number = listed.number
        AND +members.user_id = ?1
      JOIN counters ON counters.id = members.counter_id
      JOIN users ON users.id = counters.user_id
      WHERE listed.user_id = ?1 AND members.role IS NOT NULL
      ORDER BY users.username_key, counters.name_key
      """, [user.id])
    return try rows.map { row in
      try Counter(
        row: row, owner: try User(row: row, from: Counter.columnCount + 1).username,
        permission: try Role.Permission(column: try row.value(Counter.columnCount)))
    }
  }
}

extension Role {
  /// The permission of a member; `nil` for the owner.
  var permission: Permission? {
    if case .member(let permission, _) = self { permission } else { nil }
  }
}

extension Role.Permission {
  /// The permission in the column `role`.
  init(column: String) throws(Refusal) {
    guard let permission = Self(rawValue: column) else {
      throw .store(.damaged(cause: "an unknown role: \(column)"))
    }
    self = permission
  }
}
