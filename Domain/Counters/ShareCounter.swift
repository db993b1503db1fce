/// Shares a counter with other accounts, and ends the sharing.
public struct ShareCounter: Sendable {
  let members: any MemberRepository

  /// Shares the counter with the named account, or changes its permission.
  ///
  /// - Throws: `Refusal.noSuchAccount`, `.ownedAlready`, `.alreadyMember`, `.throttled`, and the
  ///   refusals of the repository.
  public func callAsFunction(
    _ counter: Counter, with name: String, as permission: Role.Permission, in session: Session
  ) async throws(Refusal) -> Username {
    guard let username = try? Username(name) else { throw .noSuchAccount(named: name) }
    try await members.share(counter, with: username, as: permission, in: session)
    return username
  }

  /// Removes the permission of the named account.
  ///
  /// - Throws: `Refusal.notMember`, and the refusals of the repository.
  public func end(_ counter: Counter, with name: String, in session: Session)
    async throws(Refusal) -> Username
  {
    guard let username = try? Username(name) else {
      throw .notMember(named: name, counter: counter.typedName)
    }
    try await members.unshare(counter, with: username, in: session)
    return username
  }
}
