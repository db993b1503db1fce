/// An account to be created.
public struct NewUser: Equatable, Sendable {
  /// The username as displayed.
  public let username: Username
  /// The hash of the password.
  public let passwordHash: PasswordHash

  /// Creates a new account from its parts.
  public init(username: Username, passwordHash: PasswordHash) {
    self.username = username
    self.passwordHash = passwordHash
  }
}

/// A user and the hash that a password is verified against.
public struct Credentials: Equatable, Sendable {
  /// The user.
  public let user: User
  /// The hash of the user's password.
  public let passwordHash: PasswordHash

  /// Creates credentials from their parts.
  public init(user: User, passwordHash: PasswordHash) {
    self.user = user
    self.passwordHash = passwordHash
  }
}

/// Stores accounts. Each method is one transaction and can throw the store's refusals.
public protocol UserRepository: Sendable {
  /// Creates the account, its first counter (which is open) and its first session, and remembers
  /// the device; or does nothing.
  ///
  /// - Throws: `Refusal.usernameTaken`.
  func signUp(_ user: NewUser, firstCounter: CounterName, on device: Device) async throws(Refusal)
    -> NewSession

  /// Counts a password attempt for `username`, which need not exist or be valid.
  ///
  /// A device that the account knows has a count of its own. All others share one.
  ///
  /// Returns what to verify the password against, or `nil` when there is no such account.
  ///
  /// - Throws: `Refusal.throttled`.
  func countAttempt(at username: String, from device: DeviceToken?) async throws(Refusal)
    -> Credentials?

  /// Changes the password of the session's account, ends its other sessions and forgets its other
  /// devices. Clears attempts like `beginSession`.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func changePassword(to hash: PasswordHash, in session: Session, on device: DeviceToken?)
    async throws(Refusal)

  /// The account whose password the owner of the store may reset.
  ///
  /// - Throws: `Refusal.storeOwnerOnly`, `.noSuchAccount`.
  func accountToReset(_ username: Username) async throws(Refusal) -> User

  /// Replaces a password that was forgotten: ends the account's sessions, forgets its devices and
  /// clears its attempts. The next login tells it.
  ///
  /// - Throws: `Refusal.storeOwnerOnly`, `.noSuchAccount`.
  func resetPassword(of user: User, to hash: PasswordHash) async throws(Refusal)

  /// Deletes the session's account and all its data.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func deleteAccount(in session: Session) async throws(Refusal)
}
