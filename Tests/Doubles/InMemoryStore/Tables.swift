import Domain
import Foundation

/// The content of an `InMemoryStore`.
struct Tables: Sendable {
  struct Account: Sendable {
    let user: User
    /// `nil` for a guest, who cannot log in.
    var passwordHash: PasswordHash?
    var openCounterID: Int64?
    var archived: Set<Int64> = []
    var dayStart = DayStart.midnight
    var passwordResetAt: Timestamp?
  }

  struct SessionRow: Sendable {
    let session: Session
    let token: SessionToken
    let place: String
    let createdAt: Timestamp
    var lastUsedAt: Timestamp
  }

  var accounts: [Int64: Account] = [:]
  /// The names of deleted accounts.
  var formerNames: Set<String> = []
  var throttles: [String: Throttle] = [:]
  /// The devices that accounts know; the one that logged in last comes first.
  var devices: [Int64: [KnownDevice]] = [:]
  var sessions: [Int64: SessionRow] = [:]
  var counters: [Int64: CounterRow] = [:]
  /// The invitations in the order in which they were made; those that have ended stay.
  var invitations: [InvitationRow] = []
  /// The guests by account, also those without access.
  var guests: [Int64: Guest] = [:]
  private var lastID: Int64 = 0

  mutating func nextID() -> Int64 {
    lastID += 1
    return lastID
  }

  /// Lets the periods of all targets be those of a moment.
  mutating func turnPeriods(at now: Timestamp) {
    for (id, row) in counters where row.target?.period != nil {
      let start = accounts[row.owner]?.dayStart ?? .midnight
      counters[id]?.turnPeriod(at: now, dayStart: start)
    }
  }

  /// The account with a username; a guest has none.
  func account(withKey key: String) -> Account? {
    accounts.values.first { guests[$0.user.id] == nil && $0.user.username.key == key }
  }

  mutating func addSession(
    of user: User, on device: Device, passwordResetAt: Timestamp? = nil, now: Timestamp
  ) throws(Refusal) -> NewSession {
    let id = nextID()
    let token: SessionToken = try token(id)
    let session = Session(id: id, user: user)
    sessions[id] = SessionRow(
      session: session, token: token, place: device.place, createdAt: now, lastUsedAt: now)
    let known = if let known = device.token { known } else { try self.token(id) as DeviceToken }
    remember(known, of: user, at: now)
    return NewSession(
      session: session, token: token, device: known, passwordResetAt: passwordResetAt)
  }

  func token<Subject>(_ number: Int64) throws(Refusal) -> Token<Subject> {
    let length = Token<Subject>.length
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: number >> ($0 % 8 * 8)) }
    guard let token = Token<Subject>(bytes: bytes) else {
      throw .store(.failed(cause: "a token has \(length) bytes, not \(bytes.count)"))
    }
    return token
  }

  /// Creates a counter and opens it.
  mutating func addCounter(named name: CounterName, of owner: User, at now: Timestamp) -> Counter {
    let row = newCounter(named: name, of: owner, uid: nil, at: now)
    counters[row.id] = row
    accounts[owner.id]?.openCounterID = row.id
    return row.counter()
  }

  /// Creates a counter without storing it.
  mutating func newCounter(
    named name: CounterName, of owner: User, uid: Change.ID?, at time: Timestamp
  ) -> CounterRow {
    let id = nextID()
    return CounterRow(
      id: id, owner: owner.id, ownerName: owner.username, name: name,
      uid: uid ?? Change.ID(UUID().uuidString.lowercased()), createdAt: time)
  }

  /// Deletes a counter with its invitations and its guests.
  mutating func deleteCounter(_ id: Int64) {
    counters[id] = nil
    for account in accounts.keys { accounts[account]?.archived.remove(id) }
    invitations.removeAll { $0.counter == id }
    for guest in guests.filter({ $0.value.counter == id }).keys { deleteAccount(guest) }
  }

  /// Deletes an account with everything that belongs to it.
  mutating func deleteAccount(_ id: Int64) {
    for counter in counters(of: id) { deleteCounter(counter.id) }
    accounts[id] = nil
    guests[id] = nil
    for counter in counters.keys { counters[counter]?.members[id] = nil }
    endSessions(of: id)
    devices[id] = nil
  }

  /// Ends all sessions of an account.
  mutating func endSessions(of user: Int64) {
    sessions = sessions.filter { $0.value.session.user.id != user }
  }

  func checkAlive(_ session: Session, now: Timestamp) throws(Refusal) {
    guard let row = sessions[session.id], row.session.user.id == session.user.id,
      Session.isAlive(since: row.createdAt, lastUsed: row.lastUsedAt, at: now)
    else { throw .notLoggedIn }
  }

  /// Checks the session, and records its use for a write.
  mutating func use(_ session: Session, now: Timestamp) throws(Refusal) {
    try checkAlive(session, now: now)
    guard let lastUsed = sessions[session.id]?.lastUsedAt else { return }
    if Session.isNoteDue(lastUsed: lastUsed, at: now) {
      sessions[session.id]?.lastUsedAt = now
    }
  }

  /// The counter and the account's role, if the role has the right.
  func row(of counter: Counter, for right: Role.Right, in session: Session) throws(Refusal)
    -> (row: CounterRow, role: Role)
  {
    guard let row = counters[counter.id], let role = role(of: session.user.id, in: row) else {
      throw .noSuchCounter(named: counter.typedName, near: nil)
    }
    try role.check(right)
    return (row, role)
  }

  /// The role of an account; `nil` for a stranger or a former member.
  func role(of user: Int64, in row: CounterRow) -> Role? {
    if row.owner == user { return .owner }
    return row.members[user].map { .member($0, ofCounterOf: row.ownerName) }
  }

  /// Finds a counter by reference: one of the account's own, or one shared with it.
  func row(_ reference: CounterReference, in session: Session) throws(Refusal) -> CounterRow {
    let user = session.user
    if let name = reference.own, let row = counter(named: name, of: user.id) { return row }
    if let shared = reference.shared, let owner = account(withKey: shared.owner.key),
      let row = counter(named: shared.name, of: owner.user.id), role(of: user.id, in: row) != nil
    {
      return row
    }
    throw .noSuchCounter(named: reference.text, near: nil)
  }

  /// The account's own counters by name.
  func counters(of owner: Int64) -> [CounterRow] {
    counters.values.filter { $0.owner == owner }
      .sorted { $0.name.key.utf8.lexicographicallyPrecedes($1.name.key.utf8) }
  }

  /// The counters shared with an account, by owner and name.
  func counters(sharedWith user: Int64) -> [CounterRow] {
    counters.values.filter { $0.members[user] != nil }.map { row in
      (key: (row.ownerName.key, row.name.key), row: row)
    }.sorted {
      $0.key.0 == $1.key.0
        ? $0.key.1.utf8.lexicographicallyPrecedes($1.key.1.utf8)
        : $0.key.0.utf8.lexicographicallyPrecedes($1.key.0.utf8)
    }.map(\.row)
  }

  func counter(named name: CounterName, of owner: Int64) -> CounterRow? {
    counters.values.first { $0.owner == owner && $0.name.key == name.key }
  }

  /// The user with that account.
  func author(_ account: Int64, named name: String?) -> Change.Author {
    if let name { return .imported(name) }
    return accounts[account].map { .account($0.user.username) } ?? .former
  }
}
