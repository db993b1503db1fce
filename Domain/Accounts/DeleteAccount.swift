/// Deletes an account with its counters, their histories and its sessions.
public struct DeleteAccount: Sendable {
  let users: any UserRepository
  let hasher: any PasswordHasher
  let normalizer: any TextNormalizer

  /// Deletes the session's account after checking the password.
  ///
  /// - Throws: `Refusal.credentialsWrong`, `.throttled`, `.notLoggedIn`, and the refusals of the
  ///   store and the hasher.
  public func callAsFunction(password: Secret, in session: Session, on device: DeviceToken?)
    async throws(Refusal)
  {
    let check = PasswordCheck(users: users, hasher: hasher, normalizer: normalizer)
    _ = try await check(
      username: session.user.username.text, password: password, on: device)
    try await users.deleteAccount(in: session)
  }
}
