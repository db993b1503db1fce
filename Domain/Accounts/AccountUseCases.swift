extension UseCases {
  /// The name of an account's first counter.
  static let firstCounterName = "main"

  /// Creates an account with one counter, `main`, and logs in.
  ///
  /// - Throws: `Refusal.username`, `.passwordsDiffer`, `.password`, `.usernameTaken`, and the
  ///   refusals of the store and the hasher.
  public func signUp(
    username: String, password: Secret, repetition: Secret, on device: Device
  ) async throws(Refusal) -> NewSession {
    let username = try Username(username)
    let password = normalizer.normalized(password)
    guard password.equals(normalizer.normalized(repetition)) else { throw .passwordsDiffer }
    try PasswordPolicy.check(password, for: username)
    let user = NewUser(username: username, passwordHash: try await hasher.hash(password))
    return try await users.signUp(
      user, firstCounter: try CounterName(Self.firstCounterName, in: normalizer), on: device)
  }

  /// Logs in with a username and a password. An outdated hash of the password is replaced.
  ///
  /// - Throws: `Refusal.credentialsMissing`, `.credentialsWrong`, `.throttled`, and the refusals of
  ///   the store and the hasher.
  public func logIn(
    username: String, password: Secret, on device: Device
  ) async throws(Refusal) -> NewSession {
    guard !username.isEmpty, password.count > 0 else { throw .credentialsMissing }
    let (credentials, outdated) = try await credentials(
      of: username, provedBy: password, on: device.token)
    let newHash = outdated ? try await hasher.hash(normalizer.normalized(password)) : nil
    return try await sessions.beginSession(with: credentials, newHash: newHash, on: device)
  }

  /// Ends the session, or all sessions of the account with `everywhere`.
  ///
  /// - Throws: `Refusal.notLoggedIn` when the session has ended and `everywhere` is set, and the
  ///   store's refusals.
  public func logOut(_ session: Session, everywhere: Bool = false) async throws(Refusal) {
    if everywhere {
      try await sessions.endAllSessions(of: session)
    } else {
      try await sessions.endSession(session)
    }
  }

  /// Changes the password of the session's account, logs it out everywhere else and forgets its
  /// other devices.
  ///
  /// - Throws: `Refusal.passwordsDiffer`, `.password`, `.credentialsWrong` when `present` is wrong,
  ///   `.throttled`, `.notLoggedIn`, and the refusals of the store and the hasher.
  public func changePassword(
    from present: Secret, to new: Secret, repetition: Secret, in session: Session,
    on device: DeviceToken?
  ) async throws(Refusal) {
    let new = normalizer.normalized(new)
    guard new.equals(normalizer.normalized(repetition)) else { throw .passwordsDiffer }
    try PasswordPolicy.check(new, for: session.user.username)
    _ = try await credentials(of: session.user.username.text, provedBy: present, on: device)
    try await users.changePassword(to: try await hasher.hash(new), in: session, on: device)
  }

  /// The account with that name, whose password the owner of the store may reset.
  ///
  /// - Throws: `Refusal.storeOwnerOnly`, `.noSuchAccount`, and the refusals of the store.
  public func accountToReset(named name: String) async throws(Refusal) -> User {
    guard let username = try? Username(name) else { throw .noSuchAccount(named: name) }
    return try await users.accountToReset(username)
  }

  /// Replaces the forgotten password of an account, logs it out everywhere and forgets its devices.
  /// Only the owner of the store may do that.
  ///
  /// - Throws: `Refusal.passwordsDiffer`, `.password`, `.storeOwnerOnly`, `.noSuchAccount`, and the
  ///   refusals of the store and the hasher.
  public func resetPassword(of user: User, to new: Secret, repetition: Secret)
    async throws(Refusal)
  {
    let new = normalizer.normalized(new)
    guard new.equals(normalizer.normalized(repetition)) else { throw .passwordsDiffer }
    try PasswordPolicy.check(new, for: user.username)
    try await users.resetPassword(of: user, to: try await hasher.hash(new))
  }

  /// Deletes the session's account, with its counters, their histories and its sessions, after
  /// checking the password.
  ///
  /// - Throws: `Refusal.credentialsWrong`, `.throttled`, `.notLoggedIn`, and the refusals of the
  ///   store and the hasher.
  public func deleteAccount(password: Secret, in session: Session, on device: DeviceToken?)
    async throws(Refusal)
  {
    _ = try await credentials(of: session.user.username.text, provedBy: password, on: device)
    try await users.deleteAccount(in: session)
  }

  /// Checks the password of an account and counts the attempt. Returns the credentials, and whether
  /// their hash is outdated.
  ///
  /// Everything that asks for a password uses it, so that attempts are counted in one place. An
  /// unknown username costs the same work as a wrong password.
  ///
  /// - Throws: `Refusal.credentialsWrong`, `Refusal.throttled`.
  private func credentials(of username: String, provedBy password: Secret, on device: DeviceToken?)
    async throws(Refusal) -> (credentials: Credentials, outdated: Bool)
  {
    let password = normalizer.normalized(password)
    let credentials = try await users.countAttempt(at: username, from: device)
    let hash = credentials?.passwordHash ?? hasher.decoy
    let verdict = try await hasher.verify(password, against: hash)
    guard let credentials, case .right(let outdated) = verdict else { throw .credentialsWrong }
    return (credentials, outdated)
  }
}
