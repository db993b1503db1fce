/// Limits how many run at a time. Otherwise programs that wait for a core would seem to hang,
/// because all tests run at once.
public actor Turnstile {
  /// For programs that run to their end. A test with many programs may have a turnstile of its own, so
  /// that each does not queue behind those of all other tests.
  @TaskLocal public static var programs = Turnstile(places: 4)
  /// For crowds of programs that are all started at once.
  public static let crowds = Turnstile(places: 1)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public init(places: Int) {
    self.places = places
  }

  /// Runs `body` when there is a free place.
  public func pass<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows
    -> Result
  {
    await enter()
    defer { leave() }
    return try await body()
  }

  private func enter() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty {
      places += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
