import Domain
import Doubles
import Testing

@Suite(.limited) struct `Sharing attempts, in every store` {
  /// Ada and bea have a counter each; cleo, dora and eve have accounts only.
  private struct World: Sendable {
    let base: StoreWorld
    let (ada, bea): (Session, Session)
    let (adas, beas): (Counter, Counter)

    init(_ kind: StoreKind) async throws {
      base = try await StoreWorld(kind)
      (ada, adas) = try await base.counting("ada")
      (bea, beas) = try await base.counting("bea")
      for name in ["cleo", "dora", "eve"] { _ = try await base.signedUp(name) }
    }

    /// The refusal that ada gets, or `nil`.
    func share(with name: String) async throws -> Refusal? {
      let name = try Username(name)
      do throws(Refusal) {
        try await base.store.share(adas, with: name, as: .counts, in: ada)
        return nil
      } catch {
        return error
      }
    }

    /// Shares with `count` unknown names, and expects each to be refused as unknown.
    func attempt(_ count: Int) async throws {
      for number in 0..<count {
        #expect(
          try await share(with: "nobody\(number)") == .noSuchAccount(named: "nobody\(number)"))
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `wait after five unknown names, even for a known name`(_ kind: StoreKind)
    async throws
  {
    let world = try await World(kind)
    #expect(try await world.share(with: "dora") == nil)
    try await world.attempt(5)
    // Another user, a member, and an unknown name.
    for name in ["cleo", "dora", "nobody"] {
      #expect(try await world.share(with: name) == .throttled(seconds: 1), "\(name)")
    }
    let members = try await world.base.store.members(
      of: world.adas, summing: always[0]..<always[1], in: world.ada)
    #expect(members.map(\.username.text) == ["ada", "dora"])
  }

  @Test(arguments: StoreKind.allCases)
  func `wait twice as long after each further unknown name, but no longer after a refused attempt`(
    _ kind: StoreKind
  ) async throws {
    let world = try await World(kind)
    try await world.attempt(5)
    for seconds in [1, 2, 4, 8] {
      for _ in 0..<9 {
        #expect(try await world.share(with: "cleo") == .throttled(seconds: seconds))
      }
      world.base.clock.advance(seconds: Int64(seconds))
      try await world.attempt(1)
    }
    world.base.clock.advance(seconds: 16)
    #expect(try await world.share(with: "cleo") == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `still count after a known name in between`(_ kind: StoreKind) async throws {
    let world = try await World(kind)
    try await world.attempt(4)
    #expect(try await world.share(with: "cleo") == nil)
    try await world.attempt(1)
    #expect(try await world.share(with: "dora") == .throttled(seconds: 1))
  }

  @Test(arguments: StoreKind.allCases)
  func `count for all sessions and counters of the account, and for no other account`(
    _ kind: StoreKind
  ) async throws {
    let world = try await World(kind)
    let store = world.base.store
    try await world.attempt(5)
    let again = try await world.base.loggedIn("ada").session
    let tea = try await store.createCounter(named: name("tea"), in: again)
    let cleo = try Username("cleo")
    await #expect(throws: Refusal.throttled(seconds: 1)) {
      try await store.share(tea, with: cleo, as: .views, in: again)
    }
    try await store.share(world.beas, with: cleo, as: .views, in: world.bea)
  }

  @Test(arguments: StoreKind.allCases)
  func `wait no longer when the clock goes back`(_ kind: StoreKind) async throws {
    let world = try await World(kind)
    try await world.attempt(5)
    world.base.clock.advance(seconds: -day)
    #expect(try await world.share(with: "cleo") == .throttled(seconds: 1))
    world.base.clock.advance(seconds: 1)
    #expect(try await world.share(with: "cleo") == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `by members, and removals of access, tell nothing about names`(_ kind: StoreKind)
    async throws
  {
    let world = try await World(kind)
    let store = world.base.store
    #expect(try await world.share(with: "bea") == nil)
    for name in ["cleo", "nobody"] {
      let name = try Username(name)
      await #expect(throws: Refusal.ownerOnly(world.ada.user.username)) {
        try await store.share(world.adas, with: name, as: .views, in: world.bea)
      }
      await #expect(throws: Refusal.notMember(named: name.text, counter: "main")) {
        try await store.unshare(world.adas, with: name, in: world.ada)
      }
    }
  }
}
