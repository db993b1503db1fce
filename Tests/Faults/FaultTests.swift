import Programs
import Testing

/// Tests of the store's promises under faults.
///
/// `swift test` runs a fortieth of each figure, on SQLite alone; with `TALLY_FAULTS=tenth` it runs a
/// tenth, on PostgreSQL too, and with `TALLY_FAULTS=full` all. Each prints the figures at the end.
/// Every promise is an extension of this suite with a control: the same check, which must detect a
/// weakened store or program.
@Suite(.limited, .figuresPrinted, .inTurn) enum FaultTests {}

/// Lets few fault tests run at a time, and in full one after the other, because some figures are
/// times.
private struct FaultTurn: TestTrait, SuiteTrait, TestScoping {
  private static let turnstile = Turnstile(places: Scale.isFull ? 1 : 3)

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await Self.turnstile.pass {
      try await Turnstile.$programs.withValue(Turnstile(places: 4), operation: body)
    }
  }
}

extension Trait where Self == FaultTurn {
  fileprivate static var inTurn: Self { Self() }
}
