/// Somebody who may count or view a counter.
public struct Member: Equatable, Sendable, Identifiable {
  /// Who it is.
  public let username: Username
  /// What the owner lets them do; `nil` for the owner.
  public let permission: Role.Permission?
  /// What they added in the period that was asked for; `nil` when the sum leaves 64 bits.
  public let recent: Int64?
  /// What they added in all; `nil` when the sum leaves 64 bits.
  public let total: Int64?

  /// A member of these parts.
  public init(username: Username, permission: Role.Permission?, recent: Int64?, total: Int64?) {
    self.username = username
    self.permission = permission
    self.recent = recent
    self.total = total
  }

  /// Usernames are unique.
  public var id: Username { username }
}

/// Who may do what with counters. Each method is one transaction; all throw what those of `CounterRepository` throw.
public protocol MemberRepository: Sendable {
  /// Lets an account count or view a counter, or changes what it may do.
  ///
  /// Names that no account has are counted as attempts are, so that nobody tries them all.
  ///
  /// - Throws: `Refusal.noSuchAccount`, `.ownedAlready` when the account is the owner, `.alreadyMember`, `.throttled`.
  func share(
    _ counter: Counter, with username: Username, as permission: Role.Permission,
    in session: Session) async throws(Refusal)

  /// Takes an account's access away; its changes stay.
  ///
  /// - Throws: `Refusal.notMember`, also when no account has the name.
  func unshare(_ counter: Counter, with username: Username, in session: Session)
    async throws(Refusal)

  /// Gives up the access to somebody else's counter; one's changes stay.
  ///
  /// - Throws: `Refusal.ownerCannotLeave`.
  func leave(_ counter: Counter, in session: Session) async throws(Refusal)

  /// The owner, then the members by name, each with what they added, without what was undone, set or reset.
  func members(of counter: Counter, summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Member]

  /// Who would lose a counter with the session's account, by name.
  func membersOfOwnCounters(in session: Session) async throws(Refusal) -> [Username]
}
