import Domain
import Testing

@testable import Commands

@Suite(.limited) struct ExitStatusTests {
  private static let statuses: [(Refusal, Int32)] =
    [
      (.identifierTaken, 1), (.note(.tooLong), 1), (.inFuture, 1), (.badIdentifier, 64),
      (.input(.deletionUnconfirmed), 64),
      (.input(.nobodyToAsk(how: "")), 64), (.input(.notATime("")), 64),
      (.input(.unreadable(name: "", cause: "")), 66),
      (.badRow(line: 1, .malformed), 65), (.badRow(line: 1, .outOfRange), 65),
      (.output(.failed(cause: "")), 74), (.sumOutOfRange, 1),
      (.output(.answerFailed(cause: "")), 74), (.output(.readerGone), 141),
      (.store(.busy(cause: "")), 75), (.notLoggedIn, 77), (.input(.interrupted), 130),
    ]

  @Test(arguments: statuses)
  func `each refusal has its exit status`(refusal: Refusal, status: Int32) {
    #expect(refusal.exitStatus == status)
  }

  @Test func `the manual names every status`() {
    let named = ManualPage.sections.drop { $0 != ".Sh EXIT STATUS" }
      .compactMap { $0.wholeMatch(of: /\.It (\d+)/).flatMap { Int32($0.1) } }
    #expect(Set(named) == Set(Self.statuses.map(\.1)).union([0]))
  }
}
