/// Finds a counter by a typed name, and suggests a similar one.
public struct FindCounter: Sendable {
  let counters: any CounterRepository
  let normalizer: any TextNormalizer

  /// The account's own counter with that name, ignoring case, or the shared one named like
  /// `ada/coffee`. Does not open it.
  ///
  /// - Throws: `Refusal.noSuchCounter` with the most similar name that the account can use, if
  ///   there is one; `.counterName` for an empty name; the refusals of the repository.
  public func callAsFunction(named name: String, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await find(name, in: session) { reference throws(Refusal) in
      try await counters.counter(reference, in: session)
    }
  }

  /// Calls `body` with the reference; when the counter does not exist, adds a similar name to the
  /// refusal.
  func find<Result: Sendable>(
    _ name: String, in session: Session,
    _ body: (CounterReference) async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    try await find(name, resuming: { () throws(Refusal) in session }, body)
  }

  /// The maximum length of a reference in Unicode scalars, in any form; a longer text is not
  /// repeated in an error.
  private var longestName: Int { Username.maximumLength + 1 + 4 * CounterName.maximumLength }

  /// Like `find(_:in:_:)`, for a session that is only needed to look for a similar name.
  func find<Result: Sendable>(
    _ name: String, resuming session: () async throws(Refusal) -> Session,
    _ body: (CounterReference) async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    guard !name.isEmpty else { throw .counterName(.empty) }
    guard name.unicodeScalars.count <= longestName else { throw .counterName(.tooLong) }
    if let reference = try? CounterReference(name, in: normalizer) {
      do {
        return try await body(reference)
      } catch .noSuchCounter {}
    }
    let names = try await counters.counters(in: session()).map(\.typedName)
    let keys = names.map(normalizer.key)
    let nearest = closestMatch(to: normalizer.key(of: name), among: keys)
    let near = zip(names, keys).first { $0.1 == nearest }?.0
    throw .noSuchCounter(named: name, near: near)
  }
}
