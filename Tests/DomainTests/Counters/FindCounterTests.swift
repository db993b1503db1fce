import Domain
import Doubles
import Testing

@Suite(.limited) struct FindCounterTests {
  private let world = TestWorld()

  private func find(_ name: String, in session: Session) async throws(Refusal) -> Counter {
    try await world.useCases.findCounter(named: name, in: session)
  }

  @Test func `a counter is found ignoring case and Unicode form, and is not opened`()
    async throws
  {
    let session = try await world.signedUp()
    let cafe = try await world.useCases.createCounter(named: "Caf\u{E9}", in: session)
    let tea = try await world.useCases.createCounter(named: "tea", in: session)
    for name in ["Caf\u{E9}", "CAFE\u{301}"] { #expect(try await find(name, in: session) == cafe) }
    #expect(try await world.store.openCounter(in: session) == tea)
  }

  @Test(arguments: [("maim", "main"), ("MIAN", "main"), (" main", "main"), ("ma\u{7}in", "main")])
  func `a similar name is suggested`(typed: String, near: String) async throws {
    let session = try await world.signedUp()
    await #expect(throws: Refusal.noSuchCounter(named: typed, near: near)) {
      try await find(typed, in: session)
    }
  }

  @Test func `somebody else's counter is neither found nor suggested`() async throws {
    let ada = try await world.signedUp("ada")
    let bob = try await world.signedUp("bob")
    _ = try await world.useCases.createCounter(named: "coffee", in: ada)
    for name in ["coffee", "cofee"] {
      await #expect(throws: Refusal.noSuchCounter(named: name, near: nil)) {
        try await find(name, in: bob)
      }
    }
  }

  @Test(arguments: ["visitors", "VISITORS", "visitor"])
  func `a shared counter is suggested by its name without the owner`(typed: String) async throws {
    let ada = try await world.signedUp("ada")
    let bob = try await world.signedUp("bob")
    let counter = try await world.useCases.createCounter(named: "visitors", in: ada)
    _ = try await world.useCases.shareCounter(counter, with: "bob", as: .counts, in: ada)
    await #expect(throws: Refusal.noSuchCounter(named: typed, near: "ada/visitors")) {
      try await find(typed, in: bob)
    }
  }

  @Test func `an empty name is refused, and the store is not asked`() async throws {
    let session = try await world.signedUp()
    let store = FailingStore(.store(.failed(cause: "touched"))) { Issue.record("touched by \($0)") }
    await #expect(throws: Refusal.counterName(.empty)) {
      try await world.useCases(over: store).findCounter(named: "", in: session)
    }
  }

  @Test(arguments: [0, 1])
  func `a refusal of the store is not taken for a missing name`(step: Int)
    async throws
  {
    let session = try await world.signedUp()
    world.store.failOnce(after: step, with: .store(.damaged(cause: "torn")))
    await #expect(throws: Refusal.store(.damaged(cause: "torn"))) {
      try await find("tea", in: session)
    }
  }
}
