import Journeys
import Testing

/// Runs the same journeys with every toolkit, and compares the states.
@Suite(.limited) struct JourneyTests {
  // The example asks for all that its scenes have, so what equals it where both show something equals
  // all others.
  @Test(arguments: Journey.all, Toolkit.all)
  func `every toolkit leads to the same states as the example`(journey: Journey, toolkit: Toolkit)
    async throws
  {
    try await journey.compare(toolkit)
  }

  @Test(arguments: Journey.all, Toolkit.all + [.example])
  @MainActor
  func `a toolkit shows what was recorded`(journey: Journey, toolkit: Toolkit) async throws {
    var shown = ""
    try await journey.play(with: toolkit, over: .file) { shown += $0.recording }
    let name = Recording.name(of: journey, with: toolkit)
    let recorded = try Recording.text(name)
    if Recording.isRenewed { try Recording.renew(name, with: shown) }
    #expect(Recording.difference(of: shown, from: recorded) == nil, "in Recorded/\(name)")
  }

  @Test func `every recording is of a journey and a toolkit`() throws {
    let names = Journey.all.flatMap { journey in
      (Toolkit.all + [.example]).map { Recording.name(of: journey, with: $0) }
    }
    #expect(try Recording.names() == Set(names))
  }
}

extension Toolkit {
  /// All toolkits but the example; add a new one here.
  static let all = [
    Toolkit("line", player: LinePlayer.init),
    Toolkit("screen", hands: ScreenHands.init),
    Toolkit("page", hands: PageHands.init),
  ]
}
