/// Shares a counter with other accounts, and ends the sharing.
public struct ShareCounter: Sendable {
  let members: any MemberRepository

  /// Shares the counter with the named account, or changes its permission. Returns the account's
  /// username as it was entered at sign-up.
  ///
  /// - Throws: `Refusal.noSuchAccount`, `.ownedAlready`, `.alreadyMember`, `.throttled`, and the
  ///   refusals of the repository.
  public func callAsFunction(
    _ counter: Counter, with name: String, as permission: Role.Permission, in session: Session
  ) async throws(Refusal) -> Username {
    guard let username = try? Username(name) else { throw .noSuchAccount(named: name) }
    return try await members.share(counter, with: username, as: permission, in: session)
  }

  /// Removes the permission of the named account. Returns the account's username as it was entered
  /// at sign-up.
  ///
  /// - Throws: `Refusal.notMember`, and the refusals of the repository.
  public func end(_ counter: Counter, with name: String, in session: Session)
    async throws(Refusal) -> Username
  {
    guard let username = try? Username(name) else {
      throw .notMember(named: name, counter: counter.typedName)
    }
    return try await members.unshare(counter, with: username, in: session)
  }
}
