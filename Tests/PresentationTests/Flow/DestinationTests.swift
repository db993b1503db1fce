import Domain
import Doubles
import Presentation
import Testing

/// What every destination must do, including new ones.
@MainActor
@Suite(.limited) struct DestinationTests {
  private let world = TestWorld()

  @Test(arguments: Destination.allCases)
  func `a destination is reached from a counter and from the list`(destination: Destination)
    async throws
  {
    let flow = Flow(
      useCases: world.useCases, device: TestWorld.device,
      session: try await world.signedUp())
    await flow.enter(.start)
    await flow.counter?.perform(.destinationChosen(destination))
    #expect(flow.route == .destination(destination) && flow.scene.state.alert == nil)
    await flow.enter(.home)
    await flow.home?.perform(.destinationChosen(destination))
    #expect(flow.route == .destination(destination) && flow.scene.state.alert == nil)
  }
}
