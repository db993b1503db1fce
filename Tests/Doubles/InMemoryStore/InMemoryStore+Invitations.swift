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
    async throws(Refusal) -> (counter: Counter, returning: String?)
  {
    try transaction { tables, now throws(Refusal) in
      let (row, counter) = try tables.invited(by: token, on: device, now: now)
      let (invitation, guests) = (tables.invitation(row), tables.guests(of: counter, on: device))
      guard !invitation.isFull || !guests.isEmpty else { throw .invitationEnded }
      let returning = guests.first { guest in
        !invitation.isFull && tables.gains(guest, by: invitation)
      }
      return (
        counter.counter(with: row.permission),
        returning.flatMap { tables.guests[$0]?.name }
      )
    }
  }

  public func join(by token: InvitationToken, as name: GuestName, on device: Device)
    async throws(Refusal) -> NewSession
  {
    try transaction { tables, now throws(Refusal) in
      let (row, counter) = try tables.invited(by: token, on: device.token, now: now)
      let invitation = tables.invitation(row)
      let known = tables.guests(of: counter, on: device.token).first {
        tables.guests[$0]?.key == name.key
      }
      if let known, let account = tables.accounts[known] {
        if !invitation.isFull, tables.gains(known, by: invitation) {
          tables.admit(known, to: counter.id, named: name, by: invitation)
        }
        return try tables.addSession(of: account.user, on: device, now: now)
      }
      guard !invitation.isFull else { throw .invitationEnded }
      let isTaken = tables.guests.values.contains {
        $0.counter == counter.id && $0.key == name.key
      }
      guard !isTaken else { throw .guestNameTaken(name.text) }
      let user = User(
        id: tables.nextID(), username: Username(guestNamed: name.text), createdAt: now)
      tables.accounts[user.id] = Tables.Account(
        user: user, passwordHash: nil, openCounterID: counter.id)
      tables.admit(user.id, to: counter.id, named: name, by: invitation)
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
    let name: String
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

  /// The guests of a counter, who have access to it, on a device.
  fileprivate func guests(of counter: CounterRow, on device: DeviceToken?) -> [Int64] {
    presentGuests(of: counter.id) { _ in true }.filter { guest in
      device != nil && devices[guest, default: []].contains { $0.token == device }
    }
  }

  fileprivate func gains(_ guest: Int64, by invitation: Invitation) -> Bool {
    guard let row = guests[guest], let permission = counters[row.counter]?.members[guest]
    else { return false }
    return invitation.extends(permission, until: row.countsUntil)
  }

  fileprivate mutating func admit(
    _ guest: Int64, to counter: Int64, named name: GuestName, by invitation: Invitation
  ) {
    guests[guest] = Guest(
      counter: counter, invitation: invitation.number, name: guests[guest]?.name ?? name.text,
      key: name.key, countsUntil: invitation.end)
    counters[counter]?.members[guest] = invitation.permission
  }

  /// The running invitation, full or not, that a token proves, and its counter.
  fileprivate func invited(by token: InvitationToken, on device: DeviceToken?, now: Timestamp)
    throws(Refusal) -> (InvitationRow, CounterRow)
  {
    guard let row = invitations.first(where: { $0.token == token }), now < row.end,
      let counter = counters[row.counter], !isRemoved(device, from: counter)
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
