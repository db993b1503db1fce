/// A place where a task waits until the test opens it.
struct Gate: Sendable {
  private let arrivals = AsyncStream<Void>.makeStream()
  private let openings = AsyncStream<Void>.makeStream()

  /// Arrives, and waits for `open()`.
  func pass() async {
    arrivals.continuation.yield()
    for await _ in openings.stream { return }
  }

  /// Waits until a task arrives.
  func arrival() async {
    for await _ in arrivals.stream { return }
  }

  /// Lets one task pass, now or later.
  func open() {
    openings.continuation.yield()
  }
}
