/// Being logged in.
public struct Session: Equatable, Sendable, Identifiable {
  /// How long a session lasts after it was last used, in seconds: 30 days.
  public static let lifetime: Int64 = 30 * 24 * 60 * 60
  /// How long a session lasts after the login, in seconds, however often it is used: 365 days.
  static let longestLifetime: Int64 = 365 * 24 * 60 * 60
  /// How much later a use must be to be noted, in seconds: a day.
  static let noteInterval: Int64 = 24 * 60 * 60

  /// What the store knows the session by; never used again after the session is ended.
  public let id: Int64
  /// Who is logged in.
  public let user: User

  /// A session as the store has it.
  public init(id: Int64, user: User) {
    self.id = id
    self.user = user
  }

  /// Whether a use at `now` is to be noted. A clock that went back moves the last use nowhere, because the
  /// session would have expired when the clock is right again.
  public static func isNoteDue(lastUsed: Timestamp, at now: Timestamp) -> Bool {
    now >= lastUsed.adding(seconds: noteInterval)
  }

  /// Whether a session with that login and last use has not expired at `now`. A store refuses an expired
  /// one and keeps it, because the clock may be wrong.
  public static func isAlive(since login: Timestamp, lastUsed: Timestamp, at now: Timestamp) -> Bool
  {
    now < lastUsed.adding(seconds: lifetime) && now < login.adding(seconds: longestLifetime)
  }
}

/// One of the sessions of an account, as its owner sees it in a list.
public struct SessionSummary: Equatable, Sendable {
  /// Where the login was made: a terminal, say.
  public let place: String
  /// When the login was made.
  public let createdAt: Timestamp
  /// When the session was last used, to the day.
  public let lastUsedAt: Timestamp

  /// A summary of these parts.
  public init(place: String, createdAt: Timestamp, lastUsedAt: Timestamp) {
    self.place = place
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}

/// What proves a session: random bytes that the store knows only the hash of.
public struct SessionToken: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// How many bytes a token has.
  public static let length = 32

  /// The bytes themselves.
  public let bytes: [UInt8]

  /// The token of these bytes, or `nil` where their number is another one.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  public var description: String { "SessionToken" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A session that has just begun, with what proves it.
public struct NewSession: Equatable, Sendable {
  /// The session.
  public let session: Session
  /// What proves it; shown to nobody.
  public let token: SessionToken

  /// A session and its token.
  public init(session: Session, token: SessionToken) {
    self.session = session
    self.token = token
  }
}
