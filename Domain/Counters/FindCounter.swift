/// Finds a counter by what somebody typed, who may have mistyped it.
public struct FindCounter: Sendable {
  let counters: any CounterRepository
  let normalizer: any TextNormalizer

  /// The account's own counter of that name, ignoring case, or the shared one that `ada/coffee` names. Which one is
  /// open stays as it is.
  ///
  /// - Throws: `Refusal.noSuchCounter` with the nearest name that the account can use, if one is near;
  ///   `.counterName` for an empty name; those of the repository.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await find(name, in: session) { reference throws(Refusal) in
      try await counters.counter(reference, in: session)
    }
  }

  /// The most Unicode scalars of a reference, however it is written; a longer text is not repeated in a sentence.
  private var longestName: Int { Username.maximumLength + 1 + 4 * CounterName.maximumLength }

  /// What `body` does with the reference; when it finds no such counter, a near name is suggested.
  func find<Result: Sendable>(
    _ name: String, in session: Session,
    _ body: (CounterReference) async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    guard !name.isEmpty else { throw .counterName(.empty) }
    guard name.unicodeScalars.count <= longestName else { throw .counterName(.tooLong) }
    if let reference = try? CounterReference(name, in: normalizer) {
      do {
        return try await body(reference)
      } catch .noSuchCounter {}
    }
    let names = try await counters.counters(in: session).map(\.typedName)
    let keys = names.map(normalizer.key)
    let nearest = closestMatch(to: normalizer.key(of: name), among: keys)
    let near = zip(names, keys).first { $0.1 == nearest }?.0
    throw .noSuchCounter(named: name, near: near)
  }
}
