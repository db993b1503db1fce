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
