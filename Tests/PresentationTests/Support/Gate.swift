/// A place where a task waits until a test lets it go on.
struct Gate: Sendable {
  private let arrivals = AsyncStream<Void>.makeStream()
  private let openings = AsyncStream<Void>.makeStream()

  /// Arrives, and waits for `open()`.
  func pass() async {
    arrivals.continuation.yield()
    for await _ in openings.stream { return }
  }

  /// Waits until somebody arrives.
  func arrival() async {
    for await _ in arrivals.stream { return }
  }

  /// Lets one go on, whether it has arrived or will.
  func open() {
    openings.continuation.yield()
  }
}
