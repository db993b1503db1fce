/// A session of a logged-in user.
public struct Session: Equatable, Sendable, Identifiable {
  /// How long a session lasts after it was last used, in seconds: 30 days.
  public static let lifetime: Int64 = 30 * 24 * 60 * 60
  /// How long a session lasts after the login, in seconds, even when it is used: 365 days.
  static let longestLifetime: Int64 = 365 * 24 * 60 * 60
  /// The least time between two recorded uses, in seconds: a day.
  static let noteInterval: Int64 = 24 * 60 * 60

  /// The session's id in the store; never reused.
  public let id: Int64
  /// Who is logged in.
  public let user: User

  /// Creates a session from the store's values.
  public init(id: Int64, user: User) {
    self.id = id
    self.user = user
  }

  /// Whether a use at `now` should be recorded. When the clock went back, it is not: the session
  /// would have expired once the clock is right again.
  public static func isNoteDue(lastUsed: Timestamp, at now: Timestamp) -> Bool {
    now >= lastUsed.adding(seconds: noteInterval)
  }

  /// Whether a session with this login and last use is still valid at `now`. A store refuses an
  /// expired session but keeps it, because the clock may be wrong.
  public static func isAlive(since login: Timestamp, lastUsed: Timestamp, at now: Timestamp) -> Bool
  {
    now < lastUsed.adding(seconds: lifetime) && now < login.adding(seconds: longestLifetime)
  }
}

/// A session as listed for its owner.
public struct SessionSummary: Equatable, Sendable {
  /// Where the login was made: a terminal, for example.
  public let place: String
  /// When the login was made.
  public let createdAt: Timestamp
  /// When the session was last used, to the day.
  public let lastUsedAt: Timestamp

  /// Creates a summary from its parts.
  public init(place: String, createdAt: Timestamp, lastUsedAt: Timestamp) {
    self.place = place
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}

/// A new session and its token, and the token of the device.
public struct NewSession: Equatable, Sendable {
  /// The session.
  public let session: Session
  /// The token that proves it; never shown.
  public let token: SessionToken
  /// The token by which the account knows the device from now on; never shown.
  public let device: DeviceToken
  /// When the owner of the store reset the password, unless an earlier login has told it.
  public let passwordResetAt: Timestamp?

  /// Creates a new session from its parts.
  public init(
    session: Session, token: SessionToken, device: DeviceToken, passwordResetAt: Timestamp? = nil
  ) {
    self.session = session
    self.token = token
    self.device = device
    self.passwordResetAt = passwordResetAt
  }
}
