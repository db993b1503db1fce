/// Logs in with a username and a password.
public struct LogIn: Sendable {
  let users: any UserRepository
  let sessions: any SessionRepository
  let hasher: any PasswordHasher
  let normalizer: any TextNormalizer

  /// Starts a session.
  ///
  /// An outdated hash of the password is replaced.
  ///
  /// - Throws: `Refusal.credentialsMissing`, `.credentialsWrong`, `.throttled`, and the refusals of
  ///   the store and the hasher.
  public func callAsFunction(
    username: String, password: Secret, on device: Device
  ) async throws(Refusal) -> NewSession {
    guard !username.isEmpty, password.count > 0 else { throw .credentialsMissing }
    let check = PasswordCheck(users: users, hasher: hasher, normalizer: normalizer)
    let (credentials, outdated) = try await check(
      username: username, password: password, on: device.token)
    let newHash = outdated ? try await hasher.hash(normalizer.normalized(password)) : nil
    return try await sessions.beginSession(with: credentials, newHash: newHash, on: device)
  }
}
