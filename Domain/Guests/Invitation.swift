/// What lets people count or view one counter without an account: whoever has its link becomes a
/// guest by giving a name.
public struct Invitation: Equatable, Sendable {
  /// The number of the invitation in its counter, beginning with 1; never used again.
  public let number: Int64
  /// What its guests may do.
  public let permission: Role.Permission
  /// When it ends. Nobody joins after that, and its guests count no more.
  public let end: Timestamp
  /// How many guests it is for, those that were removed not counted.
  public let places: Int
  /// How many of them are taken.
  public let taken: Int

  /// Creates an invitation from the store's values.
  public init(
    number: Int64, permission: Role.Permission, end: Timestamp, places: Int, taken: Int = 0
  ) {
    self.number = number
    self.permission = permission
    self.end = end
    self.places = places
    self.taken = taken
  }

  /// Whether all places are taken.
  public var isFull: Bool { taken >= places }

  /// Whether it gives a guest of its counter more than another one did: to count and not only to view, or
  /// the same for longer.
  ///
  /// - Parameters:
  ///   - permission: what the guest may do.
  ///   - end: when the guest's invitation ends or ended.
  /// - Returns: whether joining again helps the guest.
  public func extends(_ permission: Role.Permission, until end: Timestamp) -> Bool {
    self.permission == permission ? end < self.end : self.permission == .counts
  }

  /// How long taps of before the end are taken after it, in seconds: a day.
  static let grace: Int64 = 24 * 60 * 60

  /// Checks whether a guest's invitation covers a request that counts: until its end, and for a day after
  /// it what waited on a phone since before the end.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - joined: when the guest came.
  ///   - end: the end of the guest's invitation.
  ///   - now: the present time.
  /// - Throws: `Refusal.invitationEnded`.
  public static func check(
    _ request: CommandRequest, since joined: Timestamp, until end: Timestamp, now: Timestamp
  ) throws(Refusal) {
    guard now >= end, request.command.right == .count else { return }
    guard request.hasWaited, let time = request.time, (joined..<max(joined, end)).contains(time),
      now < end.adding(seconds: grace)
    else { throw .invitationEnded }
  }
}

extension Invitation {
  /// What an owner decides about a new invitation.
  public struct Terms: Equatable, Sendable {
    /// Why an invitation cannot be made with them.
    public enum Fault: Equatable, Sendable {
      /// It would last less than a minute, or more than 30 days.
      case length
      /// It would be for nobody, or for more than 1,000 people.
      case places
    }

    /// What its guests may do.
    public let permission: Role.Permission
    /// How long it lasts, in seconds.
    public let seconds: Int64
    /// How many guests it is for.
    public let places: Int

    /// How long an invitation lasts unless told otherwise, in seconds: 12 hours.
    public static let usualLength: Int64 = 12 * 60 * 60
    /// The longest time in days.
    public static let mostDays: Int64 = 30
    /// How many guests an invitation is for unless told otherwise.
    public static let usualPlaces = 20
    /// The largest number of guests.
    public static let mostPlaces = 1_000

    /// Checks the terms.
    ///
    /// - Throws: `Refusal.invitation` with the broken rule.
    public init(
      _ permission: Role.Permission = .counts, seconds: Int64 = usualLength,
      places: Int = usualPlaces
    ) throws(Refusal) {
      guard (60...Self.mostDays * 24 * 60 * 60).contains(seconds) else {
        throw .invitation(.length)
      }
      guard (1...Self.mostPlaces).contains(places) else { throw .invitation(.places) }
      self.permission = permission
      self.seconds = seconds
      self.places = places
    }
  }
}

/// Proves an invitation; it is in the link alone.
public typealias InvitationToken = Token<Invitation>

/// A new invitation and the token of its link.
public struct NewInvitation: Equatable, Sendable {
  /// The invitation.
  public let invitation: Invitation
  /// The token that proves it; shown once.
  public let token: InvitationToken

  /// Creates a new invitation from its parts.
  public init(invitation: Invitation, token: InvitationToken) {
    self.invitation = invitation
    self.token = token
  }
}
