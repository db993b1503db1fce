/// Creates an account with one counter, `main`, and logs in.
public struct SignUp: Sendable {
  let users: any UserRepository
  let hasher: any PasswordHasher
  let normalizer: any TextNormalizer

  /// Creates the account and starts a session.
  ///
  /// - Throws: `Refusal.username`, `.passwordsDiffer`, `.password`, `.usernameTaken`, and the
  ///   refusals of the store and the hasher.
  public func callAsFunction(
    username: String, password: Secret, repetition: Secret, on device: Device
  ) async throws(Refusal) -> NewSession {
    let username = try Username(username)
    let password = normalizer.normalized(password)
    guard password.equals(normalizer.normalized(repetition)) else { throw .passwordsDiffer }
    try PasswordPolicy.check(password, for: username)
    let user = NewUser(username: username, passwordHash: try await hasher.hash(password))
    return try await users.signUp(
      user, firstCounter: try CounterName("main", in: normalizer), on: device)
  }
}
