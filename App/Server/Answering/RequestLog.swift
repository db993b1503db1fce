import Dispatch
import Domain
import Foundation
import Synchronization

/// A line on standard error for each request: when, method, kind of route, status, milliseconds.
/// Nothing in it tells who asked, or for which counter.
final class RequestLog: Sendable {
  /// How many lines may wait for a slow reader. Later ones are dropped: nobody waits for the log.
  private static let longest = 10_000

  private let thread = DispatchQueue(label: "tally.log")
  private let waiting = Atomic(0)
  private let clock: any Domain.Clock
  /// Whether requests are not noted.
  private let isQuiet: Bool

  init(clock: any Domain.Clock, isQuiet: Bool) {
    self.clock = clock
    self.isQuiet = isQuiet
  }

  /// Writes the line of a request.
  func note(_ method: String, _ route: String, status: Int, since start: ContinuousClock.Instant) {
    if isQuiet { return }
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    write("\(method) \(route) \(status) \(milliseconds) ms")
  }

  /// Writes a line with the time before it.
  func write(_ line: String) {
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.longest else {
      waiting.subtract(1, ordering: .relaxed)
      return
    }
    let text = "\(clock.now.rfc3339) \(line)\n"
    thread.async { [self] in
      FileHandle.standardError.write(Data(text.utf8))
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// Waits until every line is written.
  func finish() {
    thread.sync {}
  }
}
