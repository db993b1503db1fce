import Domain
import Doubles
import Testing

@Suite(.limited) struct OpenCounterTests {
  private let world = TestWorld()

  private func open(_ name: String, in session: Session) async throws(Refusal) -> Counter {
    try await world.useCases.openCounter(named: name, in: session)
  }

  @Test func `a counter is found ignoring case, and opened`() async throws {
    let session = try await world.signedUp()
    let coffee = try await world.useCases.createCounter(named: "Coffee", in: session)
    #expect(try await open("MAIN", in: session).name.text == "main")
    #expect(try await open("cOFFEE", in: session) == coffee)
    #expect(try await world.store.openCounter(in: session) == coffee)
  }

  @Test func `logging in again finds the counter that was open last`() async throws {
    let session = try await world.signedUp()
    let coffee = try await world.useCases.createCounter(named: "coffee", in: session)
    let again = try await world.loggedIn().session
    #expect(try await world.store.openCounter(in: again) == coffee)
  }

  @Test(arguments: [
    ("cofee", "Coffee"), ("mian", "main"), ("coffee ", "Coffee"), (" main", "main"),
    ("mai\tn", "main"), ("COFFE", "Coffee"),
  ])
  func `a similar name of the account is suggested`(typed: String, near: String)
    async throws
  {
    let session = try await world.signedUp()
    _ = try await world.useCases.createCounter(named: "Coffee", in: session)
    await #expect(throws: Refusal.noSuchCounter(named: typed, near: near)) {
      try await open(typed, in: session)
    }
  }

  @Test func `without a similar name, nothing is suggested`() async throws {
    let session = try await world.signedUp()
    for name in ["tea", String(repeating: "main", count: 20), "\u{1B}"] {
      await #expect(throws: Refusal.noSuchCounter(named: name, near: nil)) {
        try await open(name, in: session)
      }
    }
    await #expect(throws: Refusal.counterName(.tooLong)) {
      try await open(String(repeating: "main", count: 10_000), in: session)
    }
  }

  @Test func `somebody else's counter is neither found nor suggested`() async throws {
    let ada = try await world.signedUp("ada")
    let bob = try await world.signedUp("bob")
    _ = try await world.useCases.createCounter(named: "coffee", in: ada)
    for name in ["coffee", "cofee"] {
      await #expect(throws: Refusal.noSuchCounter(named: name, near: nil)) {
        try await open(name, in: bob)
      }
    }
  }

  @Test func `a missing name keeps the open counter`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    await #expect(throws: Refusal.self) { try await open("tea", in: session) }
    #expect(try await world.store.openCounter(in: session) == main)
  }

  @Test func `an empty name is refused`() async throws {
    let session = try await world.signedUp()
    await #expect(throws: Refusal.counterName(.empty)) { try await open("", in: session) }
  }

  @Test(arguments: [0, 1])
  func `a refusal of the store is not taken for a missing name`(step: Int)
    async throws
  {
    let session = try await world.signedUp()
    world.store.failOnce(after: step, with: .store(.damaged(cause: "torn")))
    await #expect(throws: Refusal.store(.damaged(cause: "torn"))) {
      try await open("tea", in: session)
    }
  }
}
