import Domain
import Doubles
import Foundation
import Synchronization
import Testing

@testable import Presentation
@testable import ScreenToolkit
@testable import Terminal

/// The cost of a key press in a long list of counters.
@MainActor
@Suite(.limited, .serialized) struct ScreenSpeedTests {
  private static let manyCounters = 10_000

  private func list(counters: Int) throws -> HomeScene.State {
    var state = HomeScene.State(username: try Username("ada"), openCounter: nil)
    // All names have the same width.
    state.counters = (10_000..<10_000 + Int64(counters)).map {
      let name = "Zähler \($0)"
      let counter = Counter(
        id: $0, name: CounterName(text: name, key: name), owner: state.username, count: $0,
        changedAt: Timestamp(milliseconds: 1_795_254_060_000))
      return CounterSummary(counter: counter, change: 0)
    }
    return state
  }

  /// How many characters are measured to move the cursor and draw the next frame.
  private func charactersMeasured(movingIn state: HomeScene.State) -> Int {
    let measured = Mutex(0)
    let metrics = TextMetrics(columns: 120, hasBlocks: true) { _ in
      measured.withLock { $0 += 1 }
      return 1
    }
    var (view, state) = (HomeScreenView(calendar: FixedCalendar()), state)
    for _ in 0..<90 {
      for case .marked(let id) in view.press(.down, in: state, rows: 36) { state.marked = id }
      var canvas = Canvas(size: Frame.Size(rows: 36, columns: 120), metrics: metrics)
      view.draw(state, on: &canvas)
    }
    return measured.withLock(\.self)
  }

  @Test func `Moving in a long list measures no more than in a short one`() throws {
    let short = charactersMeasured(movingIn: try list(counters: 100))
    #expect(short > 0)
    #expect(charactersMeasured(movingIn: try list(counters: Self.manyCounters)) == short)
  }

  /// How many characters are measured from a count on a row to the next frame.
  private func charactersMeasured(countingAmong counters: Int) async throws -> Int {
    let world = TestWorld()
    let session = try await world.signedUp()
    var state = try list(counters: counters)
    let main = try await world.openCounter(in: session)
    state.counters.insert(CounterSummary(counter: main, change: 0), at: 0)
    state.marked = main.id
    let viewModel = HomeScene.viewModel(
      state, in: SceneContext(session: session, useCases: world.useCases))
    let measured = Mutex(0)
    let metrics = TextMetrics(columns: 120, hasBlocks: true) { _ in
      measured.withLock { $0 += 1 }
      return 1
    }
    let screen = Screen(
      showing: { .home(viewModel) }, size: Frame.Size(rows: 36, columns: 120), metrics: metrics,
      calendar: world.calendar, quittingEndsSession: { false })
    await screen.perform(.typing("++"))
    #expect(screen.frame?.text.contains("main ") == true)
    #expect(viewModel.state.counters.first?.counter.count == 2)
    #expect(viewModel.state.counters.count == counters + 1)
    return measured.withLock(\.self)
  }

  @Test func `Counting in a long list measures no more than in a short one`() async throws {
    let short = try await charactersMeasured(countingAmong: 100)
    #expect(short > 0)
    #expect(try await charactersMeasured(countingAmong: Self.manyCounters) == short)
  }

  /// The full measurement, on an idle machine:
  /// `TALLY_MEASURE=1 swift test --filter ScreenSpeedTests`.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["TALLY_MEASURE"] != nil,
      "measured alone, with TALLY_MEASURE=1"))
  func `The time from a key to the terminal is below a frame at the 99th percentile`()
    async throws
  {
    let tally = try await Self.tallyOfManyCounters()
    let numbers = Self.numbers
    let terminal = try await Self.list(of: tally)
    var times: [Duration] = []
    for number in numbers.dropFirst().prefix(500) {
      let began = ContinuousClock.now
      try await terminal.type("\u{1B}OB")
      // The cursor's row is written again, because its style changes.
      try await terminal.expect("c\(number)")
      times.append(ContinuousClock.now - began)
    }
    print("key to screen: median \(times.median), 99th percentile \(times.percentile(99))")
    #expect(times.percentile(99) < .milliseconds(16))

    var searches: [Duration] = []
    for number in stride(from: numbers.lowerBound + 1_000, to: numbers.upperBound, by: 500) {
      // A new terminal has a short transcript to search.
      let terminal = try await tally.terminal(["screen"], rows: 40, columns: 120)
      try await terminal.expect("Type + to start counting")
      try await terminal.type("c")
      try await terminal.expect("main")
      try await terminal.type("/")
      try await terminal.wait(until: {
        TerminalPicture($0, rows: 40, columns: 120).text.contains("Search:")
      })
      let beginning = "\(number)".dropLast()
      try await terminal.type(String(beginning))
      try await terminal.wait(until: {
        TerminalPicture($0, rows: 40, columns: 120).text.contains("Search: \(beginning)\n")
      })
      let began = ContinuousClock.now
      try await terminal.type(String("\(number)".suffix(1)))
      try await terminal.wait(until: {
        TerminalPicture($0, rows: 40, columns: 120).text.contains("Search: \(number)\n")
      })
      searches.append(ContinuousClock.now - began)
    }
    print("key of a search to screen: median \(searches.median), all \(searches.percentile(100))")
    #expect(searches.percentile(100) < .milliseconds(50))
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["TALLY_MEASURE"] != nil,
      "measured alone, with TALLY_MEASURE=1"))
  func `A count in a long list appears within 50 ms, and counts of 20 others within a second`()
    async throws
  {
    let tally = try await Self.tallyOfManyCounters()
    let terminal = try await Self.list(of: tally)
    var times: [Duration] = []
    for _ in 0..<200 {
      times.append(try await terminal.timeToFrame(after: "+"))
      _ = try await terminal.timeToFrame(after: "\u{1B}OB")
    }
    print("count to screen: median \(times.median), 95th percentile \(times.percentile(95))")
    #expect(times.percentile(95) < .milliseconds(50))

    _ = try await terminal.timeToFrame(after: "\u{1B}OF")
    let others = Self.numbers.suffix(20)
    var people: [PseudoTerminal] = []
    for number in others {
      let person = try await tally.terminal()
      try await person.answer("> ", "open c\(number)")
      try await person.expect("ada/c\(number)> ")
      people.append(person)
    }
    let began = ContinuousClock.now
    for person in people { try await person.type("+\r") }
    try await terminal.wait(until: {
      let picture = TerminalPicture($0, rows: 40, columns: 120)
      return others.allSatisfy { picture.count(of: "c\($0)") == 1 }
    })
    let live = ContinuousClock.now - began
    print("20 others to screen: \(live)")
    #expect(live < .seconds(1))
  }
}

extension TerminalPicture {
  /// The count in the row of a counter.
  fileprivate func count(of name: String) -> Int? {
    let row = lines.lazy.map { $0.split(separator: " ") }.first { $0.first == name[...] }
    return row.flatMap { $0.count > 1 ? Int($0[1]) : nil }
  }
}

extension PseudoTerminal {
  /// The time from a key to the first output that it causes.
  fileprivate func timeToFrame(after key: String) throws -> Duration {
    let before = transcript.utf8.count
    let began = ContinuousClock.now
    try type(key)
    try wait(until: { $0.count > before })
    return ContinuousClock.now - began
  }
}

extension ScreenSpeedTests {
  /// Numbers of equal length, so that they are listed in order.
  fileprivate static let numbers = 10_000..<10_000 + manyCounters

  /// An account with a counter for each of `numbers`, and one more.
  fileprivate static func tallyOfManyCounters() async throws -> TallyProgram {
    let tally = try await TallyProgram.ofAda()
    let rows = numbers.map { "\($0),c\($0),2026-11-21T10:00:00Z,new,0,0,\n" }.joined()
    try await tally.check(
      "import - --quiet", input: "id,name,time,kind,change,count,of\n" + rows)
    return tally
  }

  /// The list of its counters at a terminal, with the first row marked.
  fileprivate static func list(of tally: TallyProgram) async throws -> PseudoTerminal {
    let terminal = try await tally.terminal(["screen"], rows: 40, columns: 120)
    try await terminal.expect("Type + to start counting")
    try await terminal.type("c")
    try await terminal.expect("main")
    try await terminal.type("\u{1B}OH")
    try await terminal.expect("c\(numbers.lowerBound)")
    return terminal
  }
}

extension [Duration] {
  fileprivate func percentile(_ percent: Int) -> Duration {
    sorted()[Swift.min(count - 1, count * percent / 100)]
  }

  fileprivate var median: Duration { percentile(50) }
}
