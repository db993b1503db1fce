/// A person who may count or view a counter.
public struct Member: Equatable, Sendable, Identifiable {
  /// The username.
  public let username: Username
  /// The permission; `nil` for the owner.
  public let permission: Role.Permission?
  /// The sum of their additions in the requested period; `nil` if it is out of range.
  public let recent: Int64?
  /// The sum of all their additions; `nil` if it is out of range.
  public let total: Int64?

  /// Creates a member from its parts.
  public init(username: Username, permission: Role.Permission?, recent: Int64?, total: Int64?) {
    self.username = username
    self.permission = permission
    self.recent = recent
    self.total = total
  }

  /// Usernames are unique.
  public var id: Username { username }
}

/// What a person added to a counter in a period.
public struct Part: Equatable, Sendable {
  /// Who added it.
  public let username: Username
  /// The sum; `nil` if it is out of range.
  public let sum: Int64?

  /// Creates a part from its values.
  public init(username: Username, sum: Int64?) {
    self.username = username
    self.sum = sum
  }
}

/// Stores memberships. Each method is one transaction, and throws the same refusals as
/// `CounterRepository`.
public protocol MemberRepository: Sendable {
  /// Lets an account count or view a counter, or changes its permission. Returns the account's
  /// username as it was entered at sign-up.
  ///
  /// Unknown names are counted as attempts, so that nobody can try out many names.
  ///
  /// - Throws: `Refusal.noSuchAccount`, `.ownedAlready` for the owner, `.alreadyMember`,
  ///   `.throttled`.
  @discardableResult
  func share(
    _ counter: Counter, with username: Username, as permission: Role.Permission,
    in session: Session
  ) async throws(Refusal) -> Username

  /// Removes an account's permission; its changes stay. Returns the account's username as it was
  /// entered at sign-up.
  ///
  /// - Throws: `Refusal.notMember`, also for an unknown name.
  @discardableResult
  func unshare(_ counter: Counter, with username: Username, in session: Session)
    async throws(Refusal) -> Username

  /// Gives up one's own permission for somebody else's counter; one's changes stay.
  ///
  /// - Throws: `Refusal.ownerCannotLeave`.
  func leave(_ counter: Counter, in session: Session) async throws(Refusal)

  /// The owner, then the members by name, each with their sums, without undone changes, sets and
  /// resets.
  func members(of counter: Counter, summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Member]

  /// The parts in a period of the owner and the members who may count, in the order of `members`;
  /// empty without members. Unlike `members`, it reads no more than the period.
  func parts(of counter: Counter, during period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Part]

  /// The number of members of an own counter, for the warning before it is deleted.
  func memberCount(of counter: Counter, in session: Session) async throws(Refusal) -> Int

  /// The members of the account's own counters, by name.
  func membersOfOwnCounters(in session: Session) async throws(Refusal) -> [Username]
}
