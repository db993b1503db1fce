import Domain
import Doubles
import Testing

@Suite(.limited) struct ListedCountersTests {
  private let world = TestWorld()

  private func names(
    on shelf: Shelf = .listed, keeping kept: Set<Counter.ID>? = nil, in session: Session
  ) async throws -> [String] {
    try await world.useCases.summarizeCounters(on: shelf, keeping: kept, in: session)
      .map(\.counter.typedName)
  }

  @Test func `an archived counter is listed only while it is open or kept`() async throws {
    let session = try await world.signedUp()
    let useCases = world.useCases
    let main = try await world.openCounter(in: session)
    _ = try await useCases.changeCount([.add(1)], to: main, in: session)
    let tea = try await useCases.createCounter(named: "tea", in: session)
    try await useCases.counters.setArchived(true, tea, in: session)
    #expect(try await names(in: session) == ["main", "tea"])
    #expect(try await names(keeping: [], in: session) == ["main"])
    #expect(try await names(keeping: [tea.id], in: session) == ["main", "tea"])
    _ = try await useCases.openCounter(main, in: session)
    #expect(try await names(in: session) == ["main"])
    #expect(try await names(on: .archived, in: session) == ["tea"])
    #expect(try await useCases.counterNames(in: session) == ["main"])
    #expect(try await useCases.counterNames(on: .archived, in: session) == ["tea"])
    #expect(try await useCases.findCounter(named: "tea", in: session) == tea)

    try await useCases.counters.setArchived(false, tea, in: session)
    #expect(try await names(in: session) == ["main", "tea"])
    #expect(try await names(on: .archived, in: session) == [])
  }

  @Test func `the first counter of an account leaves the list unused, beside another`()
    async throws
  {
    let session = try await world.signedUp()
    let useCases = world.useCases
    #expect(try await names(keeping: [], in: session) == ["main"])
    let tea = try await useCases.createCounter(named: "tea", in: session)
    #expect(try await names(in: session) == ["tea"])
    let main = try await useCases.openCounter(named: "main", in: session)
    #expect(try await names(in: session) == ["main", "tea"])
    #expect(try await names(keeping: [], in: session) == ["tea"])
    try await useCases.counters.setArchived(true, tea, in: session)
    #expect(try await names(keeping: [], in: session) == ["main"])
    try await useCases.counters.setArchived(false, tea, in: session)

    // Whatever somebody has done with it keeps it there.
    _ = try await useCases.setTarget(Target(5, isLimit: false), of: main, in: session)
    #expect(try await names(keeping: [], in: session) == ["main", "tea"])
    _ = try await useCases.setTarget(nil, of: main, in: session)
    #expect(try await names(keeping: [], in: session) == ["tea"])
    let bea = try await world.signedUp("bea")
    _ = try await useCases.shareCounter(main, with: "bea", as: .counts, in: session)
    #expect(try await names(keeping: [], in: session) == ["main", "tea"])
    #expect(try await names(in: bea) == ["main", "ada/main"])
    _ = try await useCases.unshareCounter(main, with: "bea", in: session)
    _ = try await useCases.changeCount([.add(1), .undo], to: main, in: session)
    #expect(try await names(keeping: [], in: session) == ["main", "tea"])
  }
}
