import Foundation
import Testing

/// Ends the run when a test hangs, and names the test. Testing's own `timeLimit` names it too, but
/// then waits for its end, which does not come.
public struct TimeLimit: TestTrait, SuiteTrait, TestScoping {
  public let isRecursive = true

  /// Far more than any test needs on a slow and busy machine, where all tests start at once. A full
  /// form has tests that take an hour there.
  private static let minutes = isAnyFull ? 180 : 60

  private static let isAnyFull = ProcessInfo.processInfo.environment.contains {
    $0.key.hasPrefix("TALLY_") && $0.value == "full"
  }

  /// Has a thread of its own: tests that hang may hold all others.
  private static let queue = DispatchQueue(label: "time limits of tests")

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    let alarm = DispatchSource.makeTimerSource(queue: Self.queue)
    alarm.schedule(deadline: .now() + .seconds(Self.minutes * 60))
    alarm.setEventHandler {
      let name = test.displayName ?? test.name
      print("✘ \(name) at \(test.sourceLocation) did not end within \(Self.minutes) minutes")
      exit(EXIT_FAILURE)
    }
    alarm.activate()
    defer { alarm.cancel() }
    try await body()
  }
}

extension Trait where Self == TimeLimit {
  /// The time limit that every suite has.
  public static var limited: Self { Self() }
}
