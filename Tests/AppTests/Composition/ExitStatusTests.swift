import Domain
import Testing

@testable import App

@Suite struct ExitStatusTests {
  @Test(
    arguments: [
      (.identifierTaken, 1), (.inFuture, 1), (.badIdentifier, 64), (.deletionUnconfirmed, 64),
      (.nobodyToAsk(how: ""), 64), (.notATime(""), 64), (.inputFailed(name: "", cause: ""), 66),
      (.badRow(line: 1, .malformed), 65), (.badRow(line: 1, .outOfRange), 65),
      (.outputFailed(cause: ""), 74), (.sumOutOfRange, 1),
      (.answerFailed(cause: ""), 74), (LineOutput.closed, 141),
    ] as [(Refusal, Int32)])
  func `a refusal that scripts meet has its status`(refusal: Refusal, status: Int32) {
    #expect(refusal.exitStatus == status)
  }
}
