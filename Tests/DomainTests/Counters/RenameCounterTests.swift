import Domain
import Doubles
import Testing

@Suite(.limited) struct RenameCounterTests {
  private let world = TestWorld()

  private func rename(_ counter: Counter, to name: String, in session: Session)
    async throws(Refusal) -> Counter
  {
    try await world.useCases.renameCounter(counter, to: name, in: session)
  }

  @Test func `a counter keeps its count and history under the new name`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    _ = try await world.useCases.changeCount([.add(5)], to: main, in: session)
    let tea = try await rename(main, to: "Tea", in: session)
    #expect(tea.id == main.id)
    #expect(tea.name.text == "Tea")
    #expect(tea.count == 5)
    #expect(try await world.store.history(of: tea, newest: 9, in: session).count == 1)
    #expect(try await world.store.openCounter(in: session) == tea)
  }

  @Test func `the same name in another case is a new name`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    #expect(try await rename(main, to: "Main", in: session).name.text == "Main")
  }

  @Test func `refusals are reported in order, and the name stays`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let tea = try await world.useCases.createCounter(named: "Tea", in: session)
    await #expect(throws: Refusal.counterName(.controlCharacter)) {
      try await rename(main, to: "a\tb", in: session)
    }
    await #expect(throws: Refusal.counterExists(try CounterName("tea", in: world.normalizer))) {
      try await rename(main, to: "tea", in: session)
    }
    try await world.store.delete(main, in: session)
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await rename(main, to: "tea", in: session)
    }
    #expect(try await world.store.counters(in: session) == [tea])
  }

  @Test func `somebody else's counter is not found`() async throws {
    let main = try await world.openCounter(in: try await world.signedUp("ada"))
    let bob = try await world.signedUp("bob")
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await rename(main, to: "tea", in: bob)
    }
  }
}
