import Domain
import Doubles
import Testing

@Suite(.limited) struct `Guests who go, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `a removed guest has no access, and the changes keep the name`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let invitation = try await house.invite()
    let (door, other) = (
      try await house.world.join("Door 2", by: invitation),
      try await house.world.join("Door 3", by: invitation)
    )
    try await house.world.counts(.add(3), .add(4), .undo, of: house.main, in: door.session)
    #expect(try await house.remove("DOOR 2 (Guest)") == "Door 2 (guest)")
    #expect(try await house.store.counters(in: door.session) == [])
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await house.store.apply([.add(1)], to: house.main, in: door.session)
    }
    await #expect(throws: Refusal.noSuchCounter(named: "ada/main", near: nil)) {
      try await house.store.record(
        CommandRequest(.add(1)), on: reference("ada/main"), creating: false, provedBy: door.token)
    }
    _ = try await house.store.resumeSession(other.token)
    let history = try await house.store.history(of: house.main, newest: 9, in: house.ada)
    #expect(history.map(\.count) == [3, 7, 3])
    #expect(
      history.map(\.author)
        == Array(repeating: .account(Username(guestNamed: "Door 2")), count: 3))
    #expect(try await house.store.refreshed(house.main, in: house.ada).count == 3)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `only a present guest of the counter can be removed`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    let tea = try await house.store.createCounter(named: try name("tea"), in: house.ada)
    try await house.share(with: house.bea)
    let invitation = try await house.invite()
    try await house.world.join("Removed", by: invitation)
    try await house.remove("removed")
    let left = try await house.world.join("Left", by: invitation)
    try await house.store.leave(house.main, in: left.session)
    try await house.world.join("Elsewhere", by: try await house.invite(to: tea))
    for name in ["Removed", "left", "Elsewhere", "bea", "ada", "nobody"] {
      await #expect(throws: Refusal.notMember(named: name, counter: "main")) {
        try await house.remove(name)
      }
    }
    #expect(try await house.store.memberCount(of: tea, in: house.ada) == 1)
    #expect(try await house.store.memberCount(of: house.main, in: house.ada) == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `the device of a removed guest is not let in to that counter again`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let tea = try await house.store.createCounter(named: try name("tea"), in: house.ada)
    let (first, second) = (try await house.invite(), try await house.invite())
    let elsewhere = try await house.invite(to: tea)
    let removed = try await house.world.join("Door 2", by: first).device
    let present = try await house.world.join("Door 3", by: first).device
    _ = try await house.world.counter(invitedBy: first, on: removed)
    try await house.remove("Door 2")
    for invitation in [first, second, try await house.invite()] {
      await house.world.expectEnded(invitation, on: removed)
    }
    for device in [present, nil] {
      _ = try await house.world.counter(invitedBy: first, on: device)
      _ = try await house.world.counter(invitedBy: second, on: device)
    }
    try await house.world.join("Door 4", by: second, on: present)
    _ = try await house.world.counter(invitedBy: elsewhere, on: removed)
    try await house.world.join("Door 2", by: elsewhere, on: removed)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a guest who leaves may come again on the same device, under another name`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let invitation = try await house.invite(places: 1)
    let guest = try await house.world.join("Door 2", by: invitation)
    try await house.world.counts(.add(3), of: house.main, in: guest.session)
    try await house.store.leave(house.main, in: guest.session)
    await #expect(throws: Refusal.notLoggedIn) { try await house.store.resumeSession(guest.token) }
    await #expect(throws: Refusal.notLoggedIn) {
      try await house.store.leave(house.main, in: guest.session)
    }
    #expect(try await house.store.memberCount(of: house.main, in: house.ada) == 0)
    _ = try await house.world.counter(invitedBy: invitation, on: guest.device)
    await #expect(throws: Refusal.guestNameTaken("door 2")) {
      try await house.world.join("door 2", by: invitation, on: guest.device)
    }
    let again = try await house.world.join("Door 3", by: invitation, on: guest.device)
    #expect(again.device == guest.device)
    // The changes of before are another's.
    let applied = try await house.store.apply([.undo], to: house.main, in: again.session)
    #expect(applied.refusal == .nothingToUndo)
    #expect(
      try await house.store.history(of: house.main, newest: 9, in: again.session).map(\.author)
        == [.account(Username(guestNamed: "Door 2"))])
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a guest who joins again by an invitation that gives more may do more`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let viewing = try await house.invite(.views, seconds: 900)
    let guest = try await house.world.join("Door 1", by: viewing)
    let device = guest.device
    #expect(try await house.world.returning(to: viewing, on: device) == nil)
    let counting = try await house.invite(seconds: 300, places: 1)
    #expect(try await house.world.returning(to: counting, on: device) == "Door 1")
    #expect(try await house.world.returning(to: counting, on: nil) == nil)
    let again = try await house.world.join("DOOR 1", by: counting, on: device)
    #expect(again.session.user == guest.session.user)
    #expect(try await house.world.counts(.add(1), of: house.main, in: guest.session) == [1])
    await house.world.expectEnded(counting)
    // What gives less changes nothing.
    for less in [viewing, try await house.invite(seconds: 200)] {
      #expect(try await house.world.returning(to: less, on: device) == nil)
      _ = try await house.world.join("Door 1", by: less, on: device)
    }
    #expect(try await house.invitations().map(\.taken) == [0, 1, 0])
    house.world.clock.advance(seconds: 300)
    let late = try await house.store.apply([.add(1)], to: house.main, in: guest.session)
    #expect(late.refusal == .invitationEnded)
    let longer = try await house.invite(seconds: 600, places: 1)
    #expect(try await house.world.returning(to: longer, on: device) == "Door 1")
    _ = try await house.world.join("Door 1", by: longer, on: device)
    house.world.clock.advance(seconds: 599)
    #expect(try await house.world.counts(.add(1), of: house.main, in: guest.session) == [2])
    #expect(try await house.uninvite(longer.invitation.number, removingGuests: true) == [1, 1])
    await house.world.expectEnded(try await house.invite(), on: device)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a member who leaves keeps the session`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    try await house.store.leave(try await house.main(for: house.bea), in: house.bea)
    #expect(try await house.store.counters(in: house.bea).map(\.typedName) == ["main"])
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `a deleted counter takes its guests and invitations with it`(
    _ kind: StoreKind, _ isWithAccount: Bool
  ) async throws {
    let house = try await House(kind)
    let beas = try #require(try await house.store.openCounter(in: house.bea))
    let invitation = try await house.invite()
    let elsewhere = try await house.invite(to: beas, in: house.bea)
    let guest = try await house.world.join("Door 2", by: invitation)
    let removed = try await house.world.join("Door 3", by: invitation)
    let other = try await house.world.join("Door 2", by: elsewhere)
    try await house.world.counts(.add(1), of: house.main, in: guest.session)
    try await house.world.counts(.add(1), of: beas, in: other.session)
    try await house.remove("Door 3")
    if isWithAccount {
      try await house.store.deleteAccount(in: house.ada)
    } else {
      try await house.store.delete(house.main, in: house.ada)
    }
    for token in [guest.token, removed.token] {
      await #expect(throws: Refusal.notLoggedIn) { try await house.store.resumeSession(token) }
    }
    await #expect(throws: Refusal.notLoggedIn) {
      try await house.store.counters(in: guest.session)
    }
    await house.world.expectEnded(invitation)
    _ = try await house.store.resumeSession(other.token)
    try await house.world.join("Door 3", by: elsewhere, on: removed.device)
    #expect(try await house.store.memberCount(of: beas, in: house.bea) == 2)
    #expect(
      try await house.store.history(of: beas, newest: 9, in: house.bea).map(\.author)
        == [.account(Username(guestNamed: "Door 2"))])
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted counter's guests are nobody's members`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    try await house.world.join("Door 2", by: try await house.invite())
    try await house.store.delete(house.main, in: house.ada)
    #expect(try await house.store.membersOfOwnCounters(in: house.ada) == [])
    let again = try await house.store.createCounter(named: try name("main"), in: house.ada)
    #expect(try await house.store.invitations(to: again, in: house.ada) == [])
    #expect(try await house.store.memberCount(of: again, in: house.ada) == 0)
    try await house.world.join("Door 2", by: try await house.invite(to: again))
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an export names guests, and importing it again changes nothing`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let invitation = try await house.invite()
    for name in ["Door 2", "ÉVA Ω"] {
      let guest = try await house.world.join(name, by: invitation).session
      let id = Change.ID("tap")
      _ = try await house.store.record(
        CommandRequest(.add(3), id: id), toCounter: house.main.id, in: guest)
      try await house.world.counts(.add(1), .undo, of: house.main, in: guest)
    }
    try await house.remove("Door 2")
    let rows = try await house.store.exported(in: house.ada)
    let expected = ["Door 2 (guest)", "ÉVA Ω (guest)"].flatMap { Array(repeating: $0, count: 3) }
    #expect(rows.dropFirst().map(\.by) == expected)
    let before = try await house.store.history(of: house.main, newest: 99, in: house.ada)
    #expect(
      try await house.store.take(rows, in: house.ada) == ImportSummary(changes: 0, newCounters: 0))
    #expect(try await house.store.history(of: house.main, newest: 99, in: house.ada) == before)
    #expect(try await house.store.exported(in: house.ada) == rows)
    // Elsewhere they are names in a file.
    #expect(try await house.store.take(rows, in: house.cat).changes == 6)
    #expect(try await house.store.take(rows, in: house.cat).changes == 0)
    #expect(try await house.store.exported(in: house.cat).dropFirst().map(\.by) == expected)
    #expect(try await house.world.faults() == [])
  }
}
