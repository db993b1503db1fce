/// Changes an account's password, logs it out everywhere else and forgets its other devices.
public struct ChangePassword: Sendable {
  let users: any UserRepository
  let hasher: any PasswordHasher
  let normalizer: any TextNormalizer

  /// Changes the password of the session's account.
  ///
  /// - Throws: `Refusal.passwordsDiffer`, `.password`, `.credentialsWrong` when `present` is wrong,
  ///   `.throttled`, `.notLoggedIn`, and the refusals of the store and the hasher.
  public func callAsFunction(
    from present: Secret, to new: Secret, repetition: Secret, in session: Session,
    on device: DeviceToken?
  ) async throws(Refusal) {
    let new = normalizer.normalized(new)
    guard new.equals(normalizer.normalized(repetition)) else { throw .passwordsDiffer }
    try PasswordPolicy.check(new, for: session.user.username)
    let check = PasswordCheck(users: users, hasher: hasher, normalizer: normalizer)
    _ = try await check(
      username: session.user.username.text, password: present, on: device)
    try await users.changePassword(to: try await hasher.hash(new), in: session, on: device)
  }
}
