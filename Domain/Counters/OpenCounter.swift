/// Opens one of the account's counters.
public struct OpenCounter: Sendable {
  let counters: any CounterRepository
  let textForm: any TextForm

  /// The counter of that name, whatever the case, open now.
  ///
  /// - Throws: `Refusal.noSuchCounter` with the account's own name that is nearest to `name`, if one
  ///   is near, `.counterName` for an empty name, and those of the repository.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    guard !name.isEmpty else { throw .counterName(.empty) }
    if let name = try? CounterName(name, in: textForm) {
      do {
        return try await counters.openCounter(named: name, in: session)
      } catch .noSuchCounter {}
    }
    let names = try await counters.counters(in: session).map(\.name)
    let key = closestMatch(to: textForm.key(of: name), among: names.map(\.key))
    throw .noSuchCounter(named: name, near: names.first { $0.key == key })
  }
}
