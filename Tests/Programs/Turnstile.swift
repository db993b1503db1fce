/// Lets a few through at a time. Tests run all at once, and programs that wait for a core would be
/// taken for programs that hang.
package actor Turnstile {
  /// For programs that run to their end.
  package static let programs = Turnstile(places: 4)
  /// For crowds of programs that are all started at once.
  package static let crowds = Turnstile(places: 1)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(places: Int) {
    self.places = places
  }

  /// Does `body` once there is a place.
  package func pass<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows
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
