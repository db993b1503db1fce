internal import Platform

/// Decides whether a failed transaction is done again.
struct PostgreSQLAttempts {
  private var races = 0
  private var failures = 0

  /// A race ends at once: what the other transaction wrote is found next time.
  private static let mostRaces = 5

  /// Whether only a new connection can help.
  func needsConnection(after error: any Error) -> Bool {
    (error as? PostgreSQLError)?.isOfConnection ?? false
  }

  /// Whether it is useful to do the failed transaction again. Nothing of it was saved.
  mutating func isNextUseful(after error: any Error) -> Bool {
    failures += 1
    if error is Overtaken || (error as? PostgreSQLError)?.isRace == true {
      races += 1
      return races <= Self.mostRaces
    }
    guard let error = error as? PostgreSQLError else { return false }
    return error.isConflict || error.isOfConnection
  }

  /// Waits a little, longer after each failure, and not as long as others do.
  func pause() {
    let milliseconds = min(Double(1 << min(failures, 7)), 100) * Double.random(in: 0.5...1)
    usleep(UInt32(milliseconds * 1_000))
  }
}
