import Domain
import Testing

@Suite(.limited) struct `Counters, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `a new counter is 0, open, and listed by name`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let session = try await world.signedUp().session
    for text in ["Zebra", "école", "Apple"] {
      let made = try await world.store.createCounter(named: try name(text), in: session)
      #expect(made.name.text == text)
      #expect(made.count == 0)
      #expect(made.changedAt == nil)
      #expect(try await world.store.openCounter(in: session) == made)
    }
    #expect(
      try await world.store.counters(in: session).map(\.name.text)
        == ["Apple", "main", "Zebra", "école"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a counter's name is unique within the account, ignoring case`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let session = try await world.signedUp("ada").session
    let bob = try await world.signedUp("bob").session
    _ = try await world.store.createCounter(named: try name("Straße"), in: session)
    for text in ["MAIN", "strasse"] {
      let taken = try name(text)
      await #expect(throws: Refusal.counterExists(taken)) {
        try await world.store.createCounter(named: taken, in: session)
      }
    }
    #expect(try await world.store.counters(in: session).count == 2)
    #expect(try await world.store.openCounter(in: session)?.name.text == "Straße")
    _ = try await world.store.createCounter(named: try name("strasse"), in: bob)
  }

  @Test(arguments: StoreKind.allCases)
  func `opening ignores the name's case, and is remembered`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting("ada")
    let bob = try await world.signedUp("bob").session
    _ = try await world.store.createCounter(named: try name("coffee"), in: session)
    #expect(try await world.store.open(named: try name("Main"), in: session) == main)
    #expect(try await world.store.openCounter(in: try await world.loggedIn().session) == main)
    await #expect(throws: Refusal.noSuchCounter(named: "Coffee", near: nil)) {
      try await world.store.open(named: try name("Coffee"), in: bob)
    }
    #expect(try await world.store.openCounter(in: bob)?.name.text == "main")
  }

  @Test(arguments: StoreKind.allCases)
  func `a known counter is opened whatever its name is, and is remembered`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting("ada")
    let bob = try await world.signedUp("bob").session
    let coffee = try await world.store.createCounter(named: try name("coffee"), in: session)
    let tea = try await world.store.rename(main, to: try name("tea"), in: session)
    _ = try await world.store.rename(coffee, to: try name("main"), in: session)
    #expect(try await world.store.open(main, in: session) == tea)
    #expect(try await world.store.openCounter(in: session) == tea)
    let gone = Refusal.noSuchCounter(named: "main", near: nil)
    await #expect(throws: gone) { try await world.store.open(main, in: bob) }
    #expect(try await world.store.openCounter(in: bob)?.name.text == "main")
    try await world.store.delete(tea, in: session)
    await #expect(throws: gone) { try await world.store.open(main, in: session) }
  }

  @Test(arguments: StoreKind.allCases)
  func `renaming keeps count and history, and may change only the case`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(3), of: main, in: session)
    let renamed = try await world.store.rename(main, to: try name("MAIN"), in: session)
    #expect(renamed.name.text == "MAIN")
    #expect(renamed.count == 3)
    #expect(renamed.id == main.id)
    #expect(try await world.store.counters(in: session) == [renamed])
    #expect(try await world.store.history(of: renamed, newest: 9, in: session).count == 1)
    let coffee = try await world.store.createCounter(named: try name("coffee"), in: session)
    let taken = try name("Main")
    await #expect(throws: Refusal.counterExists(taken)) {
      try await world.store.rename(coffee, to: taken, in: session)
    }
    #expect(try await world.current(coffee, in: session)?.name.text == "coffee")
  }

  @Test(arguments: StoreKind.allCases)
  func `deleting the open counter leaves none open and frees its name`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(3), of: main, in: session)
    try await world.store.delete(main, in: session)
    #expect(try await world.store.openCounter(in: session) == nil)
    #expect(try await world.store.counters(in: session).isEmpty)
    let new = try await world.store.createCounter(named: main.name, in: session)
    #expect(new.id != main.id)
    #expect(try await world.store.history(of: new, newest: 9, in: session).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `when days begin is each account's own, and kept`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let store = world.store
    let (ada, _) = try await world.counting("ada")
    let bea = try await world.signedUp("bea").session
    #expect(try await store.dayStart(in: ada) == .midnight)
    for minutes in [1_439, 360] {
      let start = try #require(DayStart(minutes: minutes))
      try await store.setDayStart(start, in: ada)
      #expect(try await store.dayStart(in: ada) == start)
    }
    #expect(try await store.dayStart(in: bea) == .midnight)
    try await store.endSession(ada)
    await #expect(throws: Refusal.notLoggedIn) { try await store.dayStart(in: ada) }
    await #expect(throws: Refusal.notLoggedIn) {
      try await store.setDayStart(.midnight, in: ada)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what is archived is each account's own, until it loses the counter`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let store = world.store
    let (ada, main) = try await world.counting("ada")
    let bea = try await world.signedUp("bea").session
    func share() async throws {
      _ = try await store.share(main, with: bea.user.username, as: .counts, in: ada)
    }
    try await share()
    for _ in 1...2 { try await store.setArchived(true, main, in: bea) }
    #expect(try await store.archivedCounters(in: bea) == [main.id])
    #expect(try await store.archivedCounters(in: ada) == [])
    _ = try await store.unshare(main, with: bea.user.username, in: ada)
    try await share()
    #expect(try await store.archivedCounters(in: bea) == [])

    for session in [ada, bea] { try await store.setArchived(true, main, in: session) }
    for _ in 1...2 { try await store.setArchived(false, main, in: ada) }
    #expect(try await store.archivedCounters(in: ada) == [])
    #expect(try await store.archivedCounters(in: bea) == [main.id])
    try await store.delete(main, in: ada)
    #expect(try await store.archivedCounters(in: bea) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `no method finds a deleted counter or somebody else's`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (ada, hers) = try await world.counting("ada")
    let (bob, _) = try await world.counting("bob")
    let gone = try await world.store.createCounter(named: try name("gone"), in: bob)
    try await world.store.delete(gone, in: bob)
    let (store, other) = (world.store, try name("other"))
    for counter in [hers, gone] {
      let methods: [@Sendable () async throws -> Void] = [
        { _ = try await store.rename(counter, to: other, in: bob) },
        { try await store.delete(counter, in: bob) },
        { try await store.setArchived(true, counter, in: bob) },
        { _ = try await store.apply([.add(1)], to: counter, in: bob) },
        { _ = try await store.apply([], to: counter, in: bob) },
        { _ = try await store.history(of: counter, newest: 9, in: bob) },
        { _ = try await store.sums(of: counter, between: [], in: bob) },
      ]
      for method in methods {
        await #expect(throws: Refusal.noSuchCounter(named: counter.name.text, near: nil)) {
          try await method()
        }
      }
    }
    #expect(try await store.counters(in: ada) == [hers])
    #expect(try await store.counters(in: bob).map(\.name.text) == ["main"])
  }
}
