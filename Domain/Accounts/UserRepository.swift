/// An account on its way into the store.
public struct NewUser: Equatable, Sendable {
  /// The username, as it is to be shown.
  public let username: Username
  /// What is kept of the password.
  public let passwordHash: PasswordHash

  /// A new account of these parts.
  public init(username: Username, passwordHash: PasswordHash) {
    self.username = username
    self.passwordHash = passwordHash
  }
}

/// What a password is verified against.
public struct Credentials: Equatable, Sendable {
  /// Whose password it is.
  public let user: User
  /// What is kept of it.
  public let passwordHash: PasswordHash

  /// The credentials of a user.
  public init(user: User, passwordHash: PasswordHash) {
    self.user = user
    self.passwordHash = passwordHash
  }
}

/// Where accounts are kept. Each method is one transaction; all throw the store's refusals.
public protocol UserRepository: Sendable {
  /// Makes the account, its first counter (which is open) and its first session, or nothing.
  ///
  /// - Throws: `Refusal.usernameTaken`.
  func signUp(_ user: NewUser, firstCounter: CounterName, at place: String) async throws(Refusal)
    -> NewSession

  /// Counts an attempt at the password of `username`, which need not exist or be valid, and
  /// returns what to verify it against, or `nil` when there is no such account.
  ///
  /// - Throws: `Refusal.throttled`.
  func countTry(at username: String) async throws(Refusal) -> Credentials?

  /// Gives the session's account another password, ends its other sessions and clears its attempts.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func changePassword(to hash: PasswordHash, in session: Session) async throws(Refusal)

  /// Deletes the session's account with all that belongs to it.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func deleteAccount(in session: Session) async throws(Refusal)
}
