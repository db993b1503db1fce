import Testing

/// The same journeys with every view toolkit: what is decided below the views is the same, however it is
/// shown and typed.
@Suite struct JourneyTests {
  @Test(arguments: Journey.all, StoreKind.allCases)
  func `every toolkit leads to the same states`(journey: Journey, store: StoreKind) async throws {
    var expected: [Moment] = []
    for toolkit in Toolkit.all {
      let moments = try await journey.moments(with: toolkit, over: store)
      for (moment, expected) in zip(moments, expected) {
        try #require(
          moment.state == expected.state,
          "\(toolkit) is elsewhere than \(Toolkit.all[0]) after: \(moment.step)")
      }
      if expected.isEmpty { expected = moments }
    }
  }

  @Test(arguments: Journey.all, Toolkit.all)
  func `a toolkit shows what was recorded`(journey: Journey, toolkit: Toolkit) async throws {
    let shown = try await journey.moments(with: toolkit).map(\.recording).joined()
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
