import Domain
import Foundation
import Testing

@testable import Presentation
@testable import App

/// How long it takes from a key to the frame that shows what it did, with a long list of counters.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(2))) struct ScreenSpeedTests {
  private static let manyCounters = 10_000

  private func list(counters: Int) throws -> HomeScene.State {
    var state = HomeScene.State(username: try Username("ada"), hasOpenCounter: true)
    state.counters.rows = (0..<counters).map {
      ["counter \($0)", "\($0)", "2026-11-21 09:41"]
    }
    return state
  }

  /// How long it takes to mark the next row and to draw the frame that shows it.
  private func moveDown(_ view: inout HomeScreenView, in state: HomeScene.State) -> Duration {
    let page = Page(columns: 120, hasBlocks: true) { _ in 1 }
    return ContinuousClock().measure {
      _ = view.press(.down, in: state, rows: 36)
      var canvas = Canvas(size: Frame.Size(rows: 36, columns: 120), page: page)
      view.draw(state, on: &canvas)
    }
  }

  @Test func `A long list is not slower to move in than a short one`() throws {
    let (long, short) = (try list(counters: Self.manyCounters), try list(counters: 100))
    var (inLong, inShort) = (HomeScreenView(), HomeScreenView())
    var (longTimes, shortTimes): ([Duration], [Duration]) = ([], [])
    // Interleaved, so that what else the machine does meets both.
    for _ in 0..<90 {
      longTimes.append(moveDown(&inLong, in: long))
      shortTimes.append(moveDown(&inShort, in: short))
    }
    let ratio = longTimes.median / shortTimes.median
    #expect(ratio < 2, "\(longTimes.median) against \(shortTimes.median)")
  }

  /// The whole figure, on a machine that has nothing else to do:
  /// `TALLY_MEASURE=1 swift test --filter ScreenSpeedTests`.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["TALLY_MEASURE"] != nil,
      "measured alone, with TALLY_MEASURE=1"))
  func `From a key to what it changes on the terminal is a frame at the 99th percentile`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    // All are as long, so that they are listed in the order of their numbers.
    let numbers = 10_000..<10_000 + Self.manyCounters
    let rows = numbers.map { "\($0),c\($0),2026-11-21T10:00:00Z,new,0,0,\n" }.joined()
    try await tally.check(
      "import - --quiet", input: "id,name,time,kind,change,count,of\n" + rows)

    let terminal = try await tally.terminal(["screen"], rows: 40, columns: 120)
    try await terminal.expect("Type + to start counting")
    try await terminal.type("l")
    try await terminal.expect("c\(numbers.lowerBound)")
    var times: [Duration] = []
    for number in numbers.dropFirst().prefix(500) {
      let began = ContinuousClock.now
      try await terminal.type("\u{1B}OB")
      // The row is written again, since it looks otherwise now.
      try await terminal.expect("c\(number)")
      times.append(ContinuousClock.now - began)
    }
    print("key to screen: median \(times.median), 99th percentile \(times.percentile(99))")
    #expect(times.percentile(99) < .milliseconds(16))
  }
}

extension [Duration] {
  fileprivate func percentile(_ percent: Int) -> Duration {
    sorted()[Swift.min(count - 1, count * percent / 100)]
  }

  fileprivate var median: Duration { percentile(50) }
}
