import Domain

extension UserRepository {
  /// Counts an attempt from a device that no account knows.
  public func countAttempt(at username: String) async throws(Refusal) -> Credentials? {
    try await countAttempt(at: username, from: nil)
  }

  /// Changes a password on a device that the account does not know.
  public func changePassword(to hash: PasswordHash, in session: Session) async throws(Refusal) {
    try await changePassword(to: hash, in: session, on: nil)
  }
}
