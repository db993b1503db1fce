import Domain

extension InMemoryStore: InvitationRepository {
  public func invite(to counter: Counter, _ terms: Invitation.Terms, in session: Session)
    async throws(Refusal) -> NewInvitation
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let id = try tables.row(of: counter, for: .manage, in: session).row.id
      let last = tables.invitations.filter { $0.counter == id }.map(\.number).max() ?? 0
      let row = Tables.InvitationRow(
        counter: id, number: last + 1, permission: terms.permission, places: terms.places,
        token: try tables.token(tables.nextID()), end: now.adding(seconds: terms.seconds))
      tables.invitations.append(row)
      return NewInvitation(invitation: tables.invitation(row), token: row.token)
    }
  }

  public func invitations(to counter: Counter, in session: Session) async throws(Refusal)
    -> [Invitation]
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let id = try tables.row(of: counter, for: .manage, in: session).row.id
      return tables.invitations.filter { $0.counter == id && now < $0.end }
        .map(tables.invitation)
    }
  }

  public func uninvite(
    from counter: Counter, number: Int64?, removesGuests: Bool, in session: Session
  ) async throws(Refusal) -> (ended: Int, removed: Int) {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let id = try tables.row(of: counter, for: .manage, in: session).row.id
      let meant = tables.invitations.indices.filter { place in
        let row = tables.invitations[place]
        return row.counter == id && (number == nil || row.number == number)
      }
      let running = meant.filter { now < tables.invitations[$0].end }
      if let number, running.isEmpty, meant.isEmpty || !removesGuests {
        throw .noSuchInvitation(number)
      }
      for place in running { tables.invitations[place].end = now }
      guard removesGuests else { return (running.count, 0) }
      let guests = tables.presentGuests(of: id) { number == nil || $0.invitation == number }
      for guest in guests { tables.removeGuest(guest, from: id) }
      return (running.count, guests.count)
    }
  }

  public func removeGuest(_ name: GuestName, from counter: Counter, in session: Session)
    async throws(Refusal) -> Username
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let id = try tables.row(of: counter, for: .manage, in: session).row.id
      guard let guest = tables.presentGuests(of: id, where: { $0.key == name.key }).first,
        let account = tables.accounts[guest]
      else { throw .notMember(named: name.text, counter: counter.typedName) }
      tables.removeGuest(guest, from: id)
      return account.user.username
    }
  }

  public func counter(invitedBy token: InvitationToken, on device: DeviceToken?)
    async throws(Refusal) -> Counter
  {
    try transaction { tables, now throws(Refusal) in
      let (invitation, counter) = try tables.invited(by: token, on: device, now: now)
      return counter.counter(with: invitation.permission)
    }
  }

  public func join(by token: InvitationToken, as name: GuestName, on device: Device)
    async throws(Refusal) -> NewSession
  {
    try transaction { tables, now throws(Refusal) in
      let (invitation, counter) = try tables.invited(by: token, on: device.token, now: now)
      let isTaken = tables.guests.values.contains {
        $0.counter == counter.id && $0.key == name.key
      }
      guard !isTaken else { throw .guestNameTaken(name.text) }
      let user = User(
        id: tables.nextID(), username: Username(guestNamed: name.text), createdAt: now)
      tables.accounts[user.id] = Tables.Account(
        user: user, passwordHash: nil, openCounterID: counter.id)
      tables.guests[user.id] = Tables.Guest(
        counter: counter.id, invitation: invitation.number, key: name.key,
        countsUntil: invitation.end)
      tables.counters[counter.id]?.members[user.id] = invitation.permission
      return try tables.addSession(of: user, on: device, now: now)
    }
  }
}

extension Tables {
  /// An invitation to a counter.
  struct InvitationRow: Sendable {
    let counter: Int64
    let number: Int64
    let permission: Role.Permission
    let places: Int
    let token: InvitationToken
    var end: Timestamp
  }

  /// What makes an account a guest's.
  struct Guest: Sendable {
    let counter: Int64
    /// The number of the invitation.
    let invitation: Int64
    /// The unique form of the name within the counter.
    let key: String
    /// The end of the invitation as it was when the guest joined.
    let countsUntil: Timestamp
  }

  /// Checks whether a guest's invitation covers a request; does nothing for anybody else.
  func checkCounting(_ request: CommandRequest, by user: Int64, now: Timestamp) throws(Refusal) {
    guard let guest = guests[user], let account = accounts[user] else { return }
    try Invitation.check(
      request, since: account.user.createdAt, until: guest.countsUntil, now: now)
  }

  fileprivate func invitation(_ row: InvitationRow) -> Invitation {
    Invitation(
      number: row.number, permission: row.permission, end: row.end, places: row.places,
      taken: presentGuests(of: row.counter) { $0.invitation == row.number }.count)
  }

  /// The accounts of guests that still have access to their counter.
  fileprivate func presentGuests(of counter: Int64, where isMeant: (Guest) -> Bool) -> [Int64] {
    guests.filter { id, guest in
      guest.counter == counter && counters[counter]?.members[id] != nil && isMeant(guest)
    }.keys.sorted()
  }

  /// Takes a guest's access away. The device stays known, so that it does not come back.
  fileprivate mutating func removeGuest(_ guest: Int64, from counter: Int64) {
    counters[counter]?.members[guest] = nil
    accounts[guest]?.archived.remove(counter)
  }

  /// The running invitation with a free place that a token proves, and its counter.
  fileprivate func invited(by token: InvitationToken, on device: DeviceToken?, now: Timestamp)
    throws(Refusal) -> (InvitationRow, CounterRow)
  {
    guard let row = invitations.first(where: { $0.token == token }), now < row.end,
      let counter = counters[row.counter], invitation(row).taken < row.places,
      !isRemoved(device, from: counter)
    else { throw .invitationEnded }
    return (row, counter)
  }

  /// Whether a guest who was removed from the counter joined it on this device.
  private func isRemoved(_ device: DeviceToken?, from counter: CounterRow) -> Bool {
    guests.contains { id, guest in
      guest.counter == counter.id && counter.members[id] == nil
        && devices[id, default: []].contains { $0.token == device }
    }
  }
}
