/// Lets others count or view a counter, and ends that.
public struct ShareCounter: Sendable {
  let members: any MemberRepository

  /// Shares the counter with the account of that name, or changes what it may do.
  ///
  /// - Throws: `Refusal.noSuchAccount`, `.ownedAlready`, `.alreadyMember`, `.throttled`, and those of the repository.
  public func callAsFunction(
    _ counter: Counter, with name: String, as permission: Role.Permission, in session: Session
  ) async throws(Refusal) -> Username {
    guard let username = try? Username(name) else { throw .noSuchAccount(named: name) }
    try await members.share(counter, with: username, as: permission, in: session)
    return username
  }

  /// Takes the access of the account of that name away.
  ///
  /// - Throws: `Refusal.notMember`, and those of the repository.
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
