import Domain
import Doubles
import Presentation
import Testing

@MainActor
@Suite(.limited) struct TotalTests {
  private let world = TestWorld()

  private func context(counts: Int64...) async throws -> SceneContext {
    let session = try await world.signedUp()
    for (index, count) in counts.enumerated() {
      let counter = try await world.store.createCounter(
        named: CounterName("counter \(index)", in: world.normalizer), in: session)
      _ = try await world.useCases.changeCount([.set(count)], to: counter, in: session)
    }
    return world.context(of: session)
  }

  @Test func `the counts are added up`() async throws {
    let context = try await context(counts: 40, 5, -3)
    let state = try await TotalScene.load(in: context)
    #expect(state.total == 42)
    #expect(await TotalScene.viewModel(state, in: context).perform(.refreshPressed) == [state])
  }

  @Test func `a sum out of range is refused`() async throws {
    let context = try await context(counts: .max, 1)
    await #expect(throws: Refusal.outOfRange) { try await TotalScene.load(in: context) }
  }

  @Test func `going back leads to the list`() async throws {
    let context = try await context()
    let viewModel = TotalScene.viewModel(try await TotalScene.load(in: context), in: context)
    #expect(await viewModel.exits(after: .backPressed) == [.taken(.back)])
    #expect(TotalScene.step(after: .back) == Step(.home))
  }
}
