/// What is kept of a password: a string in the PHC format, from which the password cannot be had.
public struct PasswordHash: Hashable, Sendable {
  /// The hash with its algorithm, parameters and salt.
  public let text: String

  /// The hash that a store has kept, taken as it is.
  public init(_ text: String) {
    self.text = text
  }
}

/// What a hash says of a password.
public enum PasswordVerdict: Equatable, Sendable {
  /// It is another password.
  case wrong
  /// It is the password; `outdated` when the hash is weaker than today's and should be made again.
  case right(outdated: Bool)
}

/// What turns passwords into hashes, slowly on purpose and off the caller's actor.
public protocol PasswordHasher: Sendable {
  /// A hash, with today's parameters, that belongs to no password: what a try for an unknown
  /// username is verified against, so that it takes the same time.
  var decoy: PasswordHash { get }

  /// A new hash of the password, with a salt of its own.
  ///
  /// - Throws: `Refusal.environment` when memory runs out, `.throttled` when too many passwords
  ///   wait to be hashed.
  @concurrent
  func hash(_ password: Secret) async throws(Refusal) -> PasswordHash

  /// Whether the hash is one of the password.
  ///
  /// - Throws: `Refusal.environment` when memory runs out, `.storeDamaged` when the hash is invalid or asks for
  ///   more work than Tally ever does, `.throttled` when too many passwords wait to be hashed.
  @concurrent
  func verify(_ password: Secret, against hash: PasswordHash) async throws(Refusal)
    -> PasswordVerdict
}

/// Whether somebody knows the password of an account: the one place where attempts are counted and
/// verified, for logging in as for what asks for the password again.
struct PasswordCheck: Sendable {
  let users: any UserRepository
  let hasher: any PasswordHasher
  let normalizer: any TextNormalizer

  /// The credentials, and whether their hash should be made again.
  ///
  /// An unknown username costs the same work as a wrong password.
  ///
  /// - Throws: `Refusal.credentialsWrong`, `Refusal.throttled`.
  func callAsFunction(username: String, password: Secret) async throws(Refusal)
    -> (credentials: Credentials, outdated: Bool)
  {
    let password = normalizer.normalized(password)
    let credentials = try await users.countTry(at: username)
    let hash = credentials?.passwordHash ?? hasher.decoy
    let verdict = try await hasher.verify(password, against: hash)
    guard let credentials, case .right(let outdated) = verdict else { throw .credentialsWrong }
    return (credentials, outdated)
  }
}
