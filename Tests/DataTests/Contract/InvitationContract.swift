import Domain
import Doubles
import Testing

@Suite(.limited) struct `Invitations, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `an invitation has the next number of its counter, which is never used again`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let tea = try await house.store.createCounter(named: try name("tea"), in: house.ada)
    let first = try await house.invite(.views, seconds: 60, places: 3)
    #expect(
      first.invitation
        == Invitation(
          number: 1, permission: .views, end: house.world.clock.now.adding(seconds: 60),
          places: 3, taken: 0))
    let second = try await house.invite()
    #expect(second.invitation.number == 2)
    #expect(first.token != second.token)
    #expect(try await house.uninvite() == [2, 0])
    #expect(try await house.invite().invitation.number == 3)
    #expect(try await house.invite(to: tea).invitation.number == 1)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `invitations are listed by number until they end`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    let tea = try await house.store.createCounter(named: try name("tea"), in: house.ada)
    #expect(try await house.invitations() == [])
    let short = try await house.invite(.views, seconds: 60, places: 1)
    let long = try await house.invite(.counts, seconds: 120, places: 1_000)
    let other = try await house.invite(to: tea)
    #expect(try await house.invitations() == [short.invitation, long.invitation])
    house.world.clock.advance(seconds: 59)
    #expect(try await house.invitations() == [short.invitation, long.invitation])
    house.world.clock.advance(seconds: 1)
    #expect(try await house.invitations() == [long.invitation])
    house.world.clock.advance(seconds: 60)
    #expect(try await house.invitations() == [])
    #expect(try await house.store.invitations(to: tea, in: house.ada) == [other.invitation])
  }

  @Test(arguments: StoreKind.allCases)
  func `an invitation's places are taken by its guests who still have access`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let (first, second) = (try await house.invite(places: 2), try await house.invite())
    func taken() async throws -> [Int] { try await house.invitations().map(\.taken) }
    let door = try await house.world.join("Door 1", by: first)
    #expect(try await taken() == [1, 0])
    _ = try await house.world.join("Door 2", by: first)
    _ = try await house.world.join("Door 3", by: second)
    #expect(try await taken() == [2, 1])
    await house.world.expectEnded(first)
    try await house.remove("Door 2")
    #expect(try await taken() == [1, 1])
    _ = try await house.world.join("Door 4", by: first)
    await house.world.expectEnded(first)
    try await house.store.leave(house.main, in: door.session)
    #expect(try await taken() == [1, 1])
    _ = try await house.world.join("Door 5", by: first)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `places and names are taken once, and numbers given once, by many at the same time`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let invitation = try await house.invite(places: 3)
    func refusals(_ names: [String]) async -> [Refusal?] {
      await withTaskGroup(of: Refusal?.self) { group in
        for name in names {
          group.addTask {
            do {
              _ = try await house.world.join(name, by: invitation)
              return nil
            } catch {
              return error as? Refusal
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    let same = await refusals(Array(repeating: "Door", count: 6))
    #expect(same.count { $0 == nil } == 1)
    #expect(same.count { $0 == .guestNameTaken("Door") } == 5)
    let others = await refusals((1...6).map { "Door \($0)" })
    #expect(others.count { $0 == nil } == 2)
    #expect(others.count { $0 == .invitationEnded } == 4)
    let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<6 { group.addTask { try await house.invite().invitation.number } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(numbers == [2, 3, 4, 5, 6, 7])
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `who is invited sees the counter as its guests do, and looking changes nothing`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    try await house.world.counts(.add(3), of: house.main, in: house.ada)
    _ = try await house.store.setTarget(10, of: house.main, in: house.ada)
    for permission in Role.Permission.allCases {
      let invitation = try await house.invite(permission)
      let seen = try await house.world.counter(invitedBy: invitation)
      #expect(seen.role == .member(permission, ofCounterOf: house.ada.user.username))
      #expect(seen.typedName == "ada/main" && seen.count == 3 && seen.target == 10)
      #expect(try await house.invitations().last == invitation.invitation)
      let guest = try await house.world.join("Guest who \(permission)", by: invitation).session
      #expect(try await house.store.openCounter(in: guest) == seen)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an invitation that is unknown or has ended leads nowhere`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    let invitation = try await house.invite(seconds: 60)
    let ended = try await house.invite()
    let bytes = [UInt8](repeating: 7, count: InvitationToken.length)
    let unknown = NewInvitation(
      invitation: invitation.invitation, token: try #require(InvitationToken(bytes: bytes)))
    await house.world.expectEnded(unknown)
    #expect(try await house.uninvite(2) == [1, 0])
    await house.world.expectEnded(ended)
    house.world.clock.advance(seconds: 59)
    _ = try await house.world.join("Door 1", by: invitation)
    house.world.clock.advance(seconds: 1)
    await house.world.expectEnded(invitation)
    #expect(try await house.store.memberCount(of: house.main, in: house.ada) == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `one invitation is ended or all are, and their guests stay`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    let tea = try await house.store.createCounter(named: try name("tea"), in: house.ada)
    let invitations = [
      try await house.invite(), try await house.invite(), try await house.invite(),
    ]
    let other = try await house.invite(to: tea)
    let guest = try await house.world.join("Door 1", by: invitations[0])
    #expect(try await house.uninvite(1) == [1, 0])
    #expect(try await house.invitations().map(\.number) == [2, 3])
    for number: Int64 in [1, 4, 0, -1] {
      await #expect(throws: Refusal.noSuchInvitation(number)) { try await house.uninvite(number) }
    }
    #expect(try await house.uninvite() == [2, 0])
    #expect(try await house.uninvite() == [0, 0])
    for invitation in invitations { await house.world.expectEnded(invitation) }
    #expect(try await house.store.memberCount(of: house.main, in: house.ada) == 1)
    _ = try await house.store.resumeSession(guest.token)
    try await house.world.counts(.add(1), of: house.main, in: guest.session)
    _ = try await house.world.counter(invitedBy: other)
  }

  @Test(arguments: StoreKind.allCases)
  func `an invitation that ended by itself cannot be ended, but its guests can be removed`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let invitation = try await house.invite(seconds: 60)
    let guest = try await house.world.join("Door 1", by: invitation)
    house.world.clock.advance(seconds: 60)
    await #expect(throws: Refusal.noSuchInvitation(1)) { try await house.uninvite(1) }
    await #expect(throws: Refusal.noSuchInvitation(2)) {
      try await house.uninvite(2, removingGuests: true)
    }
    #expect(try await house.uninvite(1, removingGuests: true) == [0, 1])
    #expect(try await house.uninvite(1, removingGuests: true) == [0, 0])
    #expect(try await house.store.counters(in: guest.session) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `guests are removed with their invitation, or with all, and members stay`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let tea = try await house.store.createCounter(named: try name("tea"), in: house.ada)
    try await house.share(with: house.bea)
    let (first, second) = (try await house.invite(), try await house.invite())
    let elsewhere = try await house.world.join("Door 1", by: try await house.invite(to: tea))
    let doors = [
      try await house.world.join("Door 1", by: first),
      try await house.world.join("Door 2", by: first),
      try await house.world.join("Door 3", by: second),
    ]
    let left = try await house.world.join("Door 4", by: first)
    try await house.store.leave(house.main, in: left.session)
    #expect(try await house.uninvite(1, removingGuests: true) == [1, 2])
    for guest in doors.prefix(2) {
      #expect(try await house.store.counters(in: guest.session) == [])
    }
    _ = try await house.store.resumeSession(doors[2].token)
    #expect(try await house.uninvite(removingGuests: true) == [1, 1])
    #expect(try await house.store.counters(in: doors[2].session) == [])
    _ = try await house.store.resumeSession(elsewhere.token)
    let members = try await house.store.members(of: house.main, summing: allTime, in: house.ada)
    #expect(members.map(\.username.text) == ["ada", "bea"])
    // Their devices are remembered like that of a guest who was removed by name.
    let new = try await house.invite()
    for guest in doors { await house.world.expectEnded(new, on: guest.device) }
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `only the owner invites, and ends what was begun`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    let invitation = try await house.invite()
    let guest = try await house.world.join("Door 2", by: invitation).session
    let ownerOnly = Refusal.ownerOnly(house.ada.user.username)
    let stranger = Refusal.noSuchCounter(named: "main", near: nil)
    for (session, refusal) in [
      (house.bea, ownerOnly), (guest, ownerOnly), (house.cat, stranger),
    ] {
      await #expect(throws: refusal) { try await house.invite(in: session) }
      await #expect(throws: refusal) {
        try await house.store.invitations(to: house.main, in: session)
      }
      for number: Int64? in [nil, 1, 9] {
        await #expect(throws: refusal) {
          try await house.uninvite(number, removingGuests: true, in: session)
        }
      }
      for name in ["Door 2", "nobody"] {
        await #expect(throws: refusal) { try await house.remove(name, in: session) }
      }
    }
    #expect(try await house.invitations().map(\.taken) == [1])
  }
}
