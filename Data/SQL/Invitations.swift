internal import Domain

extension SQLStore {
  public func invite(to counter: Counter, _ terms: Invitation.Terms, in session: Session)
    async throws(Refusal) -> NewInvitation
  {
    let token = InvitationToken.random()
    return try await write("make an invitation") { database, now in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      let last: Int64? = try database.value(
        "SELECT max(number) FROM invitations WHERE counter_id = ?", [access.counter.id])
      let invitation = Invitation(
        number: (last ?? 0) + 1, permission: terms.permission,
        end: now.adding(seconds: terms.seconds), places: terms.places)
      try database.run(
        """
        INSERT INTO invitations (counter_id, number, token_digest, role, ends_at, places)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          access.counter.id, invitation.number, token.digest, terms.permission.rawValue,
          invitation.end.milliseconds, terms.places,
        ])
      return NewInvitation(invitation: invitation, token: token)
    }
  }

  public func invitations(to counter: Counter, in session: Session) async throws(Refusal)
    -> [Invitation]
  {
    try await read("list invitations") { database, now in
      try database.check(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      return try database.rows(
        """
        SELECT number, role, ends_at, places, \(Invitation.takenPlaces) FROM invitations
        WHERE counter_id = ? AND ends_at > ? ORDER BY number
        """, [access.counter.id, now.milliseconds]
      ).map { row in
        Invitation(
          number: try row.value(0), permission: try Role.Permission(column: try row.value(1)),
          end: try row.timestamp(2), places: try row.value(3), taken: try row.value(4))
      }
    }
  }

  public func uninvite(
    from counter: Counter, number: Int64?, removesGuests: Bool, in session: Session
  ) async throws(Refusal) -> (ended: Int, removed: Int) {
    try await write("end invitations") { database, now in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      let rows = try database.rows(
        """
        SELECT number, ends_at FROM invitations WHERE counter_id = ?1 AND number = coalesce(?2, number)
        """, [access.counter.id, number])
      let running = try rows.filter { try $0.timestamp(1) > now }
      if let number, removesGuests ? rows.isEmpty : running.isEmpty {
        throw Refusal.noSuchInvitation(number)
      }
      for row in running {
        try database.run(
          "UPDATE invitations SET ends_at = ? WHERE counter_id = ? AND number = ?",
          [now.milliseconds, access.counter.id, try row.value(0) as Int64])
      }
      guard removesGuests else { return (running.count, 0) }
      let guests = try database.rows(
        """
        \(KnownGuest.presentSQL) AND users.invitation = coalesce(?2, users.invitation)
        """, [access.counter.id, number])
      for guest in guests {
        try database.remove(guest: try guest.value(0), from: access.counter.id)
      }
      return (running.count, guests.count)
    }
  }

  public func removeGuest(_ name: GuestName, from counter: Counter, in session: Session)
    async throws(Refusal) -> Username
  {
    try await write("remove a guest") { database, now in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      let row = try database.row(
        "\(KnownGuest.presentSQL) AND users.guest_key = ?2", [access.counter.id, name.key])
      guard let guest = try row.map({ try User(row: $0) }) else {
        throw Refusal.notMember(named: name.text, counter: counter.typedName)
      }
      try database.remove(guest: guest.id, from: access.counter.id)
      return guest.username
    }
  }

  public func counter(invitedBy token: InvitationToken, on device: DeviceToken?)
    async throws(Refusal) -> (counter: Counter, returning: String?)
  {
    try await read("look at an invitation") { database, now in
      let (counter, invitation) = try database.invitation(
        token, on: device, at: now, locking: false)
      let guests = try device.map { try database.guests(of: counter, on: $0) } ?? []
      if invitation.isFull {
        // A guest may have lost the answer that let them in.
        guard !guests.isEmpty else { throw Refusal.invitationEnded }
        return (counter, nil)
      }
      return (counter, guests.first { $0.gains(by: invitation) }?.name)
    }
  }

  public func join(by token: InvitationToken, as name: GuestName, on device: Device)
    async throws(Refusal) -> NewSession
  {
    try await write("join") { database, now in
      let (counter, invitation) = try database.invitation(
        token, on: device.token, at: now, locking: true)
      if let token = device.token,
        let guest = try database.guests(of: counter, on: token).first(where: { $0.key == name.key })
      {
        if !invitation.isFull, guest.gains(by: invitation) {
          try database.run(
            "UPDATE users SET invitation = ? WHERE id = ?", [invitation.number, guest.user.id])
          try database.admit(guest.user, to: counter, by: invitation)
        }
        return try database.insertSession(of: guest.user, on: device, now: now)
      }
      guard !invitation.isFull else { throw Refusal.invitationEnded }
      let guest = User(
        id: try database.insertGuest(name, of: counter, by: invitation, at: now),
        username: Username(guestNamed: name.text), createdAt: now)
      try database.admit(guest, to: counter, by: invitation)
      return try database.insertSession(of: guest, on: device, now: now)
    }
  }
}

/// A guest whose device is known, with what an invitation gave.
private struct KnownGuest {
  let user: User
  let key: String
  let name: String
  let permission: Role.Permission
  let end: Timestamp

  init(row: SQLRow) throws {
    user = try User(row: row)
    key = try row.value(3)
    name = try row.value(4)
    permission = try Role.Permission(column: try row.value(5))
    end = try row.timestamp(6)
  }

  func gains(by invitation: Invitation) -> Bool { invitation.extends(permission, until: end) }
}

extension KnownGuest {
  /// The guests of a counter, ?1, who may still see it.
  static let presentSQL = """
    SELECT \(User.columns), users.guest_key, users.guest_name, members.role, members.counts_until
    FROM users JOIN members
    ON members.user_id = users.id AND members.counter_id = users.guest_of
    WHERE users.guest_of = ?1 AND members.role IS NOT NULL
    """

  /// The guests of a counter, ?1, who may still see it, on a device, ?2.
  static let knownSQL = """
    \(presentSQL) AND EXISTS (
      SELECT 1 FROM devices WHERE devices.user_id = users.id AND devices.token_digest = ?2)
    """

  /// Whether a device, ?2, was a removed guest's of a counter, ?1.
  static let removedSQL = """
    SELECT 1 FROM users JOIN devices ON devices.user_id = users.id
    JOIN members ON members.user_id = users.id AND members.counter_id = users.guest_of
    WHERE users.guest_of = ?1 AND devices.token_digest = ?2 AND members.role IS NULL LIMIT 1
    """
}

extension Invitation {
  /// The number of an invitation's guests who may still see its counter.
  fileprivate static let takenPlaces = """
    (SELECT count(*) FROM users JOIN members
    ON members.user_id = users.id AND members.counter_id = users.guest_of
    WHERE users.guest_of = invitations.counter_id AND users.invitation = invitations.number
      AND members.role IS NOT NULL)
    """

  /// The running invitation of a token, with its counter and the counter's owner. An ended one is not
  /// found, so the answer takes as long as for an unknown one.
  fileprivate static let invitedSQL = """
    SELECT \(Counter.columns), invitations.number, invitations.role, invitations.ends_at,
      invitations.places, \(takenPlaces), \(User.columns)
    FROM invitations JOIN counters ON counters.id = invitations.counter_id
    JOIN users ON users.id = counters.user_id
    WHERE invitations.token_digest = ? AND invitations.ends_at > ?
    """
}

extension SQLConnection {
  /// The running invitation of a token, full or not, and its counter, unless the device was a removed
  /// guest's.
  ///
  /// - Throws: `Refusal.invitationEnded`.
  fileprivate func invitation(
    _ token: InvitationToken, on device: DeviceToken?, at now: Timestamp, locking: Bool
  ) throws -> (counter: Counter, invitation: Invitation) {
    if locking, locksRows {
      // Nobody takes the last place or the next number at the same time.
      _ = try row(
        """
        SELECT counters.id FROM counters JOIN invitations ON invitations.counter_id = counters.id
        WHERE invitations.token_digest = ? FOR NO KEY UPDATE OF counters
        """, [token.digest])
    }
    guard let row = try row(Invitation.invitedSQL, [token.digest, now.milliseconds]) else {
      throw Refusal.invitationEnded
    }
    let start = Counter.columnCount
    let invitation = Invitation(
      number: try row.value(start),
      permission: try Role.Permission(column: try row.value(start + 1)),
      end: try row.timestamp(start + 2), places: try row.value(start + 3),
      taken: try row.value(start + 4))
    let counter = try Counter(
      row: row, owner: try User(row: row, from: start + 5).username,
      permission: invitation.permission)
    if let device, try self.row(KnownGuest.removedSQL, [counter.id, device.digest]) != nil {
      throw Refusal.invitationEnded
    }
    return (counter, invitation)
  }

  /// The guests of a counter on a device, who may still see it.
  fileprivate func guests(of counter: Counter, on device: DeviceToken) throws -> [KnownGuest] {
    try rows(KnownGuest.knownSQL, [counter.id, device.digest]).map { try KnownGuest(row: $0) }
  }

  /// Lets a guest do what an invitation permits, as long as it lasts.
  fileprivate func admit(_ guest: User, to counter: Counter, by invitation: Invitation) throws {
    try setPermission(invitation.permission, ofUser: guest.id, to: counter.id)
    try run(
      "UPDATE members SET counts_until = ? WHERE counter_id = ? AND user_id = ?",
      [invitation.end.milliseconds, counter.id, guest.id])
  }

  /// Creates the account of a guest, for whom the counter is open, and returns its number.
  ///
  /// - Throws: `Refusal.guestNameTaken`.
  fileprivate func insertGuest(
    _ name: GuestName, of counter: Counter, by invitation: Invitation, at now: Timestamp
  ) throws -> Int64 {
    // Nobody can type a username with a space, and no password fits what is no hash.
    let username = "guest \(ChangeUID.randomText())"
    do {
      return try insert(
        """
        INSERT INTO users (username, username_key, password_hash, created_at, open_counter_id,
          guest_of, guest_name, guest_key, invitation)
        VALUES (?1, ?1, 'none', ?2, ?3, ?3, ?4, ?5, ?6) RETURNING id
        """,
        [username, now.milliseconds, counter.id, name.text, name.key, invitation.number])
    } catch  where Self.isNotUnique(error) {
      throw Refusal.guestNameTaken(name.text)
    }
  }

  /// Takes a guest's permission away for good. The devices are kept, so that none comes in again, and the
  /// sessions, so that a phone hears why what it sends counts no more.
  fileprivate func remove(guest: Int64, from counter: Int64) throws {
    _ = try removePermission(ofUser: guest, to: counter)
  }
}
