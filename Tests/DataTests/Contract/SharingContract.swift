import Data
import Domain
import Doubles
import Testing

@Suite(.limited) struct `Sharing, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `a shared counter is found by its owner and name, and listed after the account's own`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    _ = try await house.store.createCounter(named: try name("zoo"), in: house.bea)
    let hers = try await house.store.createCounter(named: try name("Bar"), in: house.cat)
    try await house.store.share(hers, with: house.bea.user.username, as: .views, in: house.cat)
    let tea = try await house.store.createCounter(named: try name("Aal"), in: house.ada)
    try await house.store.share(tea, with: house.bea.user.username, as: .views, in: house.ada)
    let listed = try await house.store.counters(in: house.bea)
    #expect(listed.map(\.typedName) == ["main", "zoo", "ada/Aal", "ada/main", "cat/Bar"])
    #expect(listed.map(\.permission) == [nil, nil, .views, .counts, .views])
    for typed in ["ada/main", "ADA/Main"] {
      let found = try await house.store.counter(reference(typed), in: house.bea)
      #expect(found.id == house.main.id)
      #expect(found.role == .member(.counts, ofCounterOf: house.ada.user.username))
    }
    #expect(try await house.store.counter(reference("ada/main"), in: house.ada).permission == nil)
    let summaries = try await house.store.counters(summing: allTime, in: house.bea)
    #expect(summaries.map(\.counter) == listed)
  }

  @Test(arguments: StoreKind.allCases)
  func `the account's own counter is found first, even if its name has a slash`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    let own = try await house.store.createCounter(named: try name("ada/main"), in: house.bea)
    #expect(try await house.main(for: house.bea).id == own.id)
  }

  @Test(arguments: StoreKind.allCases)
  func `a shared counter can be open until the sharing ends`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    try await house.share(with: house.bea, as: .views)
    let opened = try await house.store.open(reference("ada/main"), in: house.bea)
    #expect(try await house.store.openCounter(in: house.bea) == opened)
    #expect(try await house.world.faults() == [])
    try await house.store.unshare(house.main, with: house.bea.user.username, in: house.ada)
    #expect(try await house.store.openCounter(in: house.bea) == nil)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `sharing with nobody, with the owner or twice with the same role is refused`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let (store, main, ada) = (house.store, house.main, house.ada)
    func share(
      with name: String, as permission: Role.Permission = .counts
    ) async throws -> Username {
      try await store.share(main, with: try Username(name), as: permission, in: ada)
    }
    await #expect(throws: Refusal.noSuchAccount(named: "nobody")) {
      try await share(with: "nobody")
    }
    await #expect(throws: Refusal.ownedAlready(counter: "main")) { try await share(with: "ADA") }
    let bea = house.bea.user.username
    #expect(try await share(with: "BEA").text == "bea")
    await #expect(throws: Refusal.alreadyMember(bea, .counts, counter: "main")) {
      try await share(with: "bea")
    }
    #expect(try await share(with: "Bea", as: .views).text == "bea")
    #expect(try await house.main(for: house.bea).permission == .views)
    await #expect(throws: Refusal.alreadyMember(bea, .views, counter: "main")) {
      try await share(with: "Bea", as: .views)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `access ends when the owner removes it, or the member leaves`(_ kind: StoreKind) async throws
  {
    let house = try await House(kind)
    let (store, main) = (house.store, house.main)
    for session in [house.bea, house.cat] { try await house.share(with: session) }
    try await house.world.counts(.add(3), of: main, in: house.bea)
    let former = try await store.unshare(main, with: try Username("BEA"), in: house.ada)
    #expect(former.text == "bea")
    try await store.leave(try await house.main(for: house.cat), in: house.cat)
    for session in [house.bea, house.cat] {
      await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
        try await store.apply([.add(1)], to: main, in: session)
      }
      #expect(try await store.counters(in: session).count == 1)
    }
    await #expect(throws: Refusal.notMember(named: "bea", counter: "main")) {
      try await store.unshare(main, with: try Username("bea"), in: house.ada)
    }
    await #expect(throws: Refusal.notMember(named: "nobody", counter: "main")) {
      try await store.unshare(main, with: try Username("nobody"), in: house.ada)
    }
    await #expect(throws: Refusal.ownerCannotLeave(counter: "main")) {
      try await store.leave(main, in: house.ada)
    }
    // A returning member continues where they were.
    try await house.share(with: house.bea)
    #expect(try await house.world.counts(.undo, of: main, in: house.bea) == [0])
  }

  @Test(arguments: StoreKind.allCases)
  func `members are listed with what each added, owner first`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let (store, main, world) = (house.store, house.main, house.world)
    for session in [house.cat, house.bea] { try await house.share(with: session) }
    try await world.counts(.add(5), .set(40), of: main, in: house.ada)
    try await world.counts(.add(3), .add(4), .undo, of: main, in: house.bea)
    world.clock.advance(seconds: day)
    let today = world.clock.now..<world.clock.now.adding(seconds: day)
    try await world.counts(.add(-2), of: main, in: house.bea)
    try await world.counts(.add(7), of: main, in: house.ada)
    try await house.share(with: house.cat, as: .views)
    let members = try await store.members(of: main, summing: today, in: house.cat)
    #expect(members.map(\.username.text) == ["ada", "bea", "cat"])
    #expect(members.map(\.permission) == [nil, .counts, .views])
    #expect(members.map(\.recent) == [7, -2, 0])
    #expect(members.map(\.total) == [12, 1, 0])
    let parts = try await store.parts(of: main, during: today, in: house.cat)
    #expect(parts.map(\.username.text) == ["ada", "bea"])
    #expect(parts.map(\.sum) == [7, -2])
    for session in [house.bea, house.cat] {
      try await store.unshare(main, with: session.user.username, in: house.ada)
    }
    #expect(try await store.parts(of: main, during: today, in: house.ada) == [])
    for session in [house.cat, house.bea] { try await house.share(with: session) }
    #expect(
      try await store.membersOfOwnCounters(in: house.ada).map(\.text) == ["bea", "cat"])
    #expect(try await store.membersOfOwnCounters(in: house.bea) == [])
    let sums = try await store.counters(summing: today, in: house.bea)
    #expect(sums.map(\.change) == [0, 5])
  }

  @Test(arguments: StoreKind.allCases)
  func `members are counted without the owner, former members and deleted accounts`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let (store, main) = (house.store, house.main)
    func count() async throws -> Int { try await store.memberCount(of: main, in: house.ada) }
    let eve = try await house.world.signedUp("eve").session
    #expect(try await count() == 0)
    for session in [house.bea, eve] { try await house.share(with: session) }
    try await house.share(with: house.cat, as: .views)
    #expect(try await count() == 3)
    try await store.unshare(main, with: house.bea.user.username, in: house.ada)
    try await store.deleteAccount(in: eve)
    #expect(try await count() == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `a history names the author of each change, including former members`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    for session in [house.bea, house.cat] { try await house.share(with: session) }
    for session in [house.ada, house.bea, house.cat] {
      try await house.world.counts(.add(1), of: house.main, in: session)
    }
    try await house.store.take(try row("x", .change, 1, by: "Eve"), in: house.ada)
    try await house.store.unshare(house.main, with: house.bea.user.username, in: house.ada)
    try await house.store.deleteAccount(in: house.cat)
    let history = try await house.store.history(of: house.main, newest: 9, in: house.ada)
    #expect(
      history.map(\.author) == [
        .account(house.ada.user.username), .account(house.bea.user.username), .former,
        .imported("Eve"),
      ])
    let rows = try await house.store.exported(in: house.ada).dropFirst()
    #expect(rows.map(\.by) == ["ada", "bea", "a former member", "Eve"])
    #expect(try await house.store.take(Array(rows), in: house.ada).changes == 0)
    #expect(try await house.world.faults() == [])
  }
}
