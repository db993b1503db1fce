import Domain
import Doubles
import Presentation
import Testing

@MainActor
@Suite struct TotalTests {
  private let world = TestWorld()

  private func viewModel(counts: Int64..., routing: RoutingSpy) async throws
    -> SceneViewModel<TotalScene>
  {
    let session = try await world.signedUp()
    for (index, count) in counts.enumerated() {
      let counter = try await world.store.createCounter(
        named: CounterName("counter \(index)", in: world.textForm), in: session)
      _ = try await world.useCases.changeCount([.set(count)], to: counter, in: session)
    }
    return TotalConfigurator.viewModel(
      session: session, useCases: world.useCases, routing: routing)
  }

  @Test func `the counts are added up`() async throws {
    let viewModel = try await viewModel(counts: 40, 5, -3, routing: RoutingSpy())
    let states = await viewModel.perform(.refreshPressed)
    #expect(states.map(\.lines) == [["All counts together are 42"]])
  }

  @Test func `a sum that is no count is refused`() async throws {
    let viewModel = try await viewModel(counts: .max, 1, routing: RoutingSpy())
    let states = await viewModel.perform(.refreshPressed)
    #expect(states.map(\.alert) == [Alert(.outOfRange)])
  }

  @Test func `the way back leads to the list`() async throws {
    let spy = RoutingSpy(expecting: .home)
    #expect(try await viewModel(routing: spy).perform(.backPressed) == [])
    spy.verify()
  }
}
