import Domain
import Doubles
import Presentation
import Testing

/// What holds for every destination there is, and for the next one.
@MainActor
@Suite struct DestinationTests {
  private let world = TestWorld()

  @Test(arguments: Destination.allCases)
  func `a destination is reached from a counter and from the list`(destination: Destination)
    async throws
  {
    let flow = Flow(
      useCases: world.useCases, days: world.days, place: TestWorld.place,
      session: try await world.signedUp())
    await flow.enter(.start)
    await flow.counter?.perform(.destinationChosen(destination))
    #expect(flow.route == .destination(destination) && flow.scene.state.alert == nil)
    await flow.enter(.home)
    await flow.home?.perform(.destinationChosen(destination))
    #expect(flow.route == .destination(destination) && flow.scene.state.alert == nil)
  }

  @Test(arguments: Destination.allCases)
  func `a destination's word leads there in a line, and what can be done there behind it`(
    destination: Destination
  ) throws {
    let word = destination.hint.word
    #expect(try LineCommand(word) == .go(to: destination, doing: nil))
    for deed in destination.deeds {
      #expect(try LineCommand("\(word) \(deed.word)") == .go(to: destination, doing: deed.word))
    }
    #expect(throws: Refusal.unknownCommand("\(word) x", near: word)) {
      try LineCommand("\(word) x")
    }
  }
}
