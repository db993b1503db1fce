import Dispatch
import Domain
import Foundation
import Presentation
import Synchronization

/// A line on standard error for each request: when, method, kind of route, status, milliseconds, and
/// why it failed. Nothing in it tells who asked, or for which counter.
final class RequestLog: Sendable {
  /// How many lines may wait for a slow reader. Later ones are dropped: nobody waits for the log.
  private static let longest = 10_000
  private static let patience = 0.2

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
  func note(
    _ method: String, _ route: String, status: Int, since start: ContinuousClock.Instant,
    because reason: String? = nil
  ) {
    if isQuiet { return }
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    let why = reason.map { ": \(visible($0))" } ?? ""
    write("\(method) \(route) \(status) \(milliseconds) ms\(why)")
  }

  /// Writes a line with the time before it.
  func write(_ line: String) {
    write("\(clock.now.rfc3339) \(line)", to: .standardError)
  }

  /// Writes a line for whoever started the server, on standard output.
  func tell(_ line: String) {
    write(line, to: .standardOutput)
  }

  private func write(_ line: String, to output: FileHandle) {
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.longest else {
      waiting.subtract(1, ordering: .relaxed)
      return
    }
    thread.async { [self] in
      output.writeIfRead("\(line)\n")
      waiting.subtract(1, ordering: .relaxed)
    }
  }

  /// Waits until every line is written, but not long for somebody who does not read.
  func finish() {
    let end = DispatchSemaphore(value: 0)
    thread.async { end.signal() }
    _ = end.wait(timeout: .now() + Self.patience)
  }
}

extension Refusal {
  /// The fact as the log says it, without what people typed and without their names.
  var loggedFact: String {
    switch self {
    case .alreadyLoggedIn: "Somebody is logged in"
    case .noSuchCounter, .noCounterToCount: "There is no such counter"
    case .counterExists: "There is already a counter with that name"
    case .unexpectedCount: "The count is another one"
    case .noSuchAccount: "There is no such account"
    case .ownedAlready, .ownerCannotLeave: "The counter is that person's own"
    case .alreadyMember: "That person is a member already"
    case .notMember: "That person is not a member"
    case .undoSettled, .redoSettled: "The owner set the count after that"
    case .ownerOnly: "Only the owner can do that"
    case .input(.unknownCommand), .input(.wrongUsage): "The command is wrong"
    case .input(.notANumber): "Not a number"
    case .input(.signedCount): "A count has a plus sign"
    case .input(.notALength): "Not a length"
    case .input(.notAPeriod): "Not a period"
    case .input(.notATime), .input(.notADayStart), .input(.skippedTime): "Not a time"
    case .guestNameTaken: "Somebody is called that already"
    case .badRow: "A row is invalid"
    case .exportBroken: "A counter was deleted or unshared"
    default: fact
    }
  }
}
