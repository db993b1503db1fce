import Journeys
import Testing

/// Runs the same journeys with every toolkit, and compares the states.
@Suite(.limited) struct JourneyTests {
  @Test(arguments: Journey.all, StoreKind.allCases)
  @MainActor
  func `every toolkit leads to the same states`(journey: Journey, store: StoreKind) async throws {
    // With each of the others: what one toolkit does not show, the next one may.
    var others: [(toolkit: Toolkit, states: [ShownState])] = []
    for toolkit in Toolkit.all {
      var states: [ShownState] = []
      try await journey.play(with: toolkit, over: store) { moment in
        let state = moment.state
        for other in others {
          let wanted = other.states[states.count]
          try #require(
            state.limited(to: wanted) == wanted.limited(to: state),
            "\(toolkit) is elsewhere than \(other.toolkit) after: \(moment.step)")
        }
        states.append(state)
      }
      others.append((toolkit, states))
    }
  }

  @Test(arguments: Journey.all, Toolkit.all)
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
      Toolkit.all.map { Recording.name(of: journey, with: $0) }
    }
    #expect(try Recording.names() == Set(names))
  }
}

extension Toolkit {
  /// All toolkits; add a new one here.
  static let all = [
    Toolkit("line", player: LinePlayer.init),
    Toolkit("screen", hands: ScreenHands.init),
    Toolkit("page", hands: PageHands.init),
    .example,
  ]
}
