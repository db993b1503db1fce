/// Logs somebody in who knows the password.
public struct LogIn: Sendable {
  let users: any UserRepository
  let sessions: any SessionRepository
  let hasher: any PasswordHasher
  let normalizer: any TextNormalizer

  /// Begins a session at `place`, in words for the list of sessions: a terminal, say. A hash with yesterday's parameters is made again on the way.
  ///
  /// - Throws: `Refusal.credentialsMissing`, `.credentialsWrong`, `.throttled`, the store's and the
  ///   hasher's.
  public func callAsFunction(
    username: String, password: Secret, at place: String
  ) async throws(Refusal) -> NewSession {
    guard !username.isEmpty, password.count > 0 else { throw .credentialsMissing }
    let check = PasswordCheck(users: users, hasher: hasher, normalizer: normalizer)
    let (credentials, outdated) = try await check(username: username, password: password)
    let newHash = outdated ? try await hasher.hash(normalizer.normalized(password)) : nil
    return try await sessions.beginSession(with: credentials, newHash: newHash, at: place)
  }
}
