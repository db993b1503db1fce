import Domain
import Doubles
import Testing

@Suite(.limited) struct DeleteCounterTests {
  private let world = TestWorld()

  private func delete(_ counter: Counter, _ confirmation: String, in session: Session)
    async throws(Refusal)
  {
    try await world.useCases.deleteCounter(counter, confirmation: confirmation, in: session)
  }

  @Test(arguments: ["Caf\u{E9}", "caf\u{E9}", "CAFE\u{301}"])
  func `the name confirms, ignoring case and Unicode form`(confirmation: String)
    async throws
  {
    let session = try await world.signedUp()
    let counter = try await world.useCases.createCounter(named: "Caf\u{E9}", in: session)
    try await delete(counter, confirmation, in: session)
    #expect(try await world.store.counters(in: session).map(\.name.text) == ["main"])
    #expect(try await world.store.openCounter(in: session) == nil)
    await #expect(throws: Refusal.noSuchCounter(named: "Caf\u{E9}", near: nil)) {
      try await world.store.history(of: counter, newest: 1, in: session)
    }
  }

  @Test(arguments: ["", "y", "yes", "mai", "main ", "mainn", "tea"])
  func `anything else deletes nothing, and the store is not asked`(confirmation: String)
    async throws
  {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let store = FailingStore(.store(.failed(cause: "touched"))) { Issue.record("touched by \($0)") }
    await #expect(throws: Refusal.nameNotConfirmed) {
      try await world.useCases(over: store)
        .deleteCounter(main, confirmation: confirmation, in: session)
    }
  }

  @Test func `deleting another counter leaves the open one open`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let tea = try await world.useCases.createCounter(named: "tea", in: session)
    try await delete(main, "main", in: session)
    #expect(try await world.store.openCounter(in: session) == tea)
  }

  @Test func `a deleted counter or somebody else's is not found`() async throws {
    let session = try await world.signedUp("ada")
    let bob = try await world.signedUp("bob")
    let main = try await world.openCounter(in: session)
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await delete(main, "main", in: bob)
    }
    try await delete(main, "main", in: session)
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await delete(main, "main", in: session)
    }
  }
}
