/// A password hash in the PHC string format.
public struct PasswordHash: Hashable, Sendable {
  /// The hash with its algorithm, parameters and salt.
  public let text: String

  /// A hash as stored, without checking it.
  public init(_ text: String) {
    self.text = text
  }
}

/// The result of verifying a password.
public enum PasswordVerdict: Equatable, Sendable {
  /// The password is wrong.
  case wrong
  /// The password is right; `outdated` when its hash is weaker than today's and should be replaced.
  case right(outdated: Bool)
}

/// Hashes and verifies passwords, slowly on purpose and off the caller's actor.
public protocol PasswordHasher: Sendable {
  /// A hash, with today's parameters, that no password matches.
  ///
  /// An attempt at an unknown username is verified against it, so that it takes the same time.
  var decoy: PasswordHash { get }

  /// Hashes a password with a new salt.
  ///
  /// - Throws: `Refusal.environment` when memory runs out, `.throttled` when too many passwords are
  ///   waiting.
  @concurrent
  func hash(_ password: Secret) async throws(Refusal) -> PasswordHash

  /// Verifies a password against a hash.
  ///
  /// - Throws: `Refusal.environment` when memory runs out, `.store(.damaged)` when the hash is invalid
  ///   or asks for more work than Tally ever does, `.throttled` when too many passwords are
  ///   waiting.
  @concurrent
  func verify(_ password: Secret, against hash: PasswordHash) async throws(Refusal)
    -> PasswordVerdict
}
