import Domain
import Doubles
import Testing

@Suite(.limited) struct CreateCounterTests {
  private let world = TestWorld()

  @Test func `a new counter is 0 and open`() async throws {
    let session = try await world.signedUp()
    let coffee = try await world.useCases.createCounter(named: "Coffee", in: session)
    #expect(coffee.name.text == "Coffee")
    #expect(coffee.count == 0)
    #expect(coffee.changedAt == nil)
    #expect(try await world.store.openCounter(in: session) == coffee)
  }

  @Test func `counters are listed by name, ignoring case`() async throws {
    let session = try await world.signedUp()
    for name in ["Tea", "coffee", "\u{C4}pfel", "Nap"] {
      _ = try await world.useCases.createCounter(named: name, in: session)
    }
    let names = try await world.store.counters(in: session).map(\.name.text)
    #expect(names == ["coffee", "main", "Nap", "Tea", "\u{C4}pfel"])
  }

  @Test func `an invalid name is refused before the store is asked`() async throws {
    let session = try await world.signedUp()
    let store = FailingStore(.store(.failed(cause: "touched"))) { Issue.record("touched by \($0)") }
    let useCases = world.useCases(over: store)
    await #expect(throws: Refusal.counterName(.empty)) {
      try await useCases.createCounter(named: "", in: session)
    }
    await #expect(throws: Refusal.counterName(.whiteSpaceAtEnds)) {
      try await useCases.createCounter(named: " tea", in: session)
    }
  }

  @Test func `an existing name is taken, ignoring case and Unicode form`()
    async throws
  {
    let session = try await world.signedUp()
    _ = try await world.useCases.createCounter(named: "caf\u{E9}", in: session)
    for name in ["caf\u{E9}", "CAFE\u{301}"] {
      await #expect(throws: Refusal.counterExists(try CounterName(name, in: world.normalizer))) {
        try await world.useCases.createCounter(named: name, in: session)
      }
    }
    #expect(try await world.store.counters(in: session).count == 2)
  }

  @Test func `another account may have a counter of the same name`() async throws {
    let ada = try await world.signedUp("ada")
    let bob = try await world.signedUp("bob")
    _ = try await world.useCases.createCounter(named: "tea", in: ada)
    _ = try await world.useCases.createCounter(named: "tea", in: bob)
  }

  @Test func `an ended session creates no counter`() async throws {
    let session = try await world.signedUp()
    try await world.useCases.logOut(session)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.useCases.createCounter(named: "tea", in: session)
    }
  }
}
