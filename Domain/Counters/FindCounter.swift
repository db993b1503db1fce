/// Finds one of the account's counters by name, for those who may mistype it.
public struct FindCounter: Sendable {
  let counters: any CounterRepository
  let normalizer: any TextNormalizer

  /// The counter of that name, ignoring case; which one is open stays as it is.
  ///
  /// - Throws: `Refusal.noSuchCounter` with the account's own name that is nearest to `name`, if one
  ///   is near, `.counterName` for an empty name, and those of the repository.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await find(name, in: session) { name throws(Refusal) in
      try await counters.counter(named: name, in: session)
    }
  }

  /// The most Unicode scalars of a name, however it is written; a longer text is not repeated in a sentence.
  private var longestName: Int { 4 * CounterName.maximumLength }

  /// What `body` does with the name; where it finds no such counter, a near name is suggested.
  func find<Result: Sendable>(
    _ name: String, in session: Session,
    _ body: (CounterName) async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    guard !name.isEmpty else { throw .counterName(.empty) }
    guard name.unicodeScalars.count <= longestName else { throw .counterName(.tooLong) }
    if let name = try? CounterName(name, in: normalizer) {
      do {
        return try await body(name)
      } catch .noSuchCounter {}
    }
    let names = try await counters.counters(in: session).map(\.name)
    let key = closestMatch(to: normalizer.key(of: name), among: names.map(\.key))
    throw .noSuchCounter(named: name, near: names.first { $0.key == key })
  }
}
