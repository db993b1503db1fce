import Domain
import Doubles
import Testing

@Suite(.limited) struct `Guests, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `joining makes an account with one counter, which is open, and a session`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let invitation = try await house.invite(.views)
    house.world.clock.advance(seconds: 5)
    let guest = try await house.world.join("Door 2", by: invitation)
    let user = guest.session.user
    #expect(user.username == Username(guestNamed: "Door 2") && user.username.isGuest)
    #expect(user.createdAt == house.world.clock.now)
    #expect(guest.passwordResetAt == nil)
    #expect(try await house.store.resumeSession(guest.token) == guest.session)
    let counters = try await house.store.counters(in: guest.session)
    #expect(counters.map(\.typedName) == ["ada/main"] && counters.map(\.permission) == [.views])
    #expect(try await house.store.openCounter(in: guest.session) == counters.first)
    #expect(try await house.main(for: guest.session) == counters.first)
    #expect(try await house.store.otherSessions(than: guest.session) == [])
    #expect(try await house.store.extents(in: guest.session) == [])
    let known = try await house.world.join("Door 3", by: invitation, on: guest.device)
    #expect(known.device == guest.device && known.token != guest.token)
    #expect(known.session.user.id != user.id)
    #expect(try await house.store.counters(in: house.ada).map(\.typedName) == ["main"])
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a name is free if no guest of the counter has it or had it, ignoring case`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let tea = try await house.store.createCounter(named: try name("tea"), in: house.ada)
    let (first, second) = (try await house.invite(), try await house.invite())
    try await house.world.join("Éva", by: first)
    try await house.world.join("Door 2", by: first)
    let left = try await house.world.join("Door 3", by: second)
    try await house.remove("Door 2")
    try await house.store.leave(house.main, in: left.session)
    for name in ["Éva", "ÉVA", "e\u{301}va", "door 2", "DOOR 3"] {
      for invitation in [first, second] {
        await #expect(throws: Refusal.guestNameTaken(try guestName(name).text)) {
          try await house.world.join(name, by: invitation)
        }
      }
    }
    // Whoever may not join hears no names.
    let full = try await house.invite(places: 1)
    try await house.world.join("Door 4", by: full)
    await #expect(throws: Refusal.invitationEnded) {
      try await house.world.join("Door 4", by: full)
    }
    #expect(try await house.store.memberCount(of: house.main, in: house.ada) == 2)
    #expect(try await house.invitations().map(\.taken) == [1, 0, 1])
    let other = try await house.invite(to: tea)
    for name in ["Éva", "Door 2", "Door 3"] { try await house.world.join(name, by: other) }
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an account and a guest can have one name, and neither is taken for the other`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let invitation = try await house.invite()
    let guest = try await house.world.join("bea", by: invitation)
    try await house.world.join("dora", by: invitation)
    _ = try await house.world.signedUp("dora")
    await #expect(throws: Refusal.notMember(named: "bea", counter: "main")) {
      try await house.store.unshare(house.main, with: house.bea.user.username, in: house.ada)
    }
    try await house.share(with: house.bea, as: .views)
    #expect(try await house.main(for: house.bea).permission == .views)
    #expect(try await house.main(for: guest.session).permission == .counts)
    #expect(try await house.remove("Bea") == "bea (guest)")
    #expect(try await house.main(for: house.bea).permission == .views)
    await #expect(throws: Refusal.notMember(named: "bea", counter: "main")) {
      try await house.remove("bea")
    }
    try await house.store.unshare(house.main, with: house.bea.user.username, in: house.ada)
    #expect(try await house.world.faults() == [])
  }

  // Some letters and signs form one character with the space that follows them.
  @Test(arguments: StoreKind.allCases, ["a\u{600}", "\u{D4E}", "a\u{110BD}"])
  func `a name may end with any visible text`(_ kind: StoreKind, _ name: String) async throws {
    let house = try await House(kind)
    let invitation = try await house.invite()
    let guest = try await house.world.join(name, by: invitation)
    #expect(guest.session.user.username.isGuest)
    #expect(try await house.store.resumeSession(guest.token) == guest.session)
    let members = try await house.store.members(of: house.main, summing: allTime, in: house.ada)
    #expect(members.map(\.username) == [house.ada.user.username, Username(guestNamed: name)])
    try await house.store.leave(house.main, in: guest.session)
    await #expect(throws: Refusal.notLoggedIn) { try await house.store.resumeSession(guest.token) }
    _ = try await house.world.counter(invitedBy: invitation, on: guest.device)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `nobody logs in as a guest, shares with one, or resets a guest's password`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let guest = try await house.world.join("Zoe", by: try await house.invite())
    let username = guest.session.user.username
    for text in ["Zoe", "zoe", "Zoe (guest)", "zoe (guest)", "ZOE (GUEST)", "\(guest.session.id)"] {
      for device in [nil, guest.device] {
        #expect(try await house.store.countAttempt(at: text, from: device) == nil)
        // Attempts at one name in any case are counted together.
        house.world.clock.advance(seconds: 60)
      }
    }
    let tea = try await house.store.createCounter(named: try name("tea"), in: house.ada)
    for name in [username, try Username("Zoe")] {
      for counter in [house.main, tea] {
        await #expect(throws: Refusal.noSuchAccount(named: name.text)) {
          try await house.store.share(counter, with: name, as: .counts, in: house.ada)
        }
      }
      await #expect(throws: Refusal.notMember(named: name.text, counter: "main")) {
        try await house.store.unshare(house.main, with: name, in: house.ada)
      }
      await #expect(throws: Refusal.noSuchAccount(named: name.text)) {
        try await house.store.accountToReset(name)
      }
    }
    #expect(try await house.main(for: guest.session).permission == .counts)
  }

  @Test(arguments: StoreKind.allCases)
  func `a guest counts, undoes, redoes and reverts, or only looks, and never sets`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let ownerOnly = Refusal.ownerOnly(house.ada.user.username)
    let counting = try await house.world.join("Door 1", by: try await house.invite()).session
    let looking = try await house.world.join("Door 2", by: try await house.invite(.views)).session
    #expect(
      try await house.world.counts(
        .add(5), .undo, .redo, .add(2), .revert(1), .add(0), of: house.main, in: counting)
        == [5, 0, 5, 7, 2, 2])
    for (session, commands) in [
      (counting, [.set(9), .reset]),
      (looking, [.add(1), .add(0), .undo, .redo, .revert(1), .set(9), .reset]),
    ] as [(Session, [CountCommand])] {
      for command in commands {
        let applied = try await house.store.apply([command], to: house.main, in: session)
        #expect(applied.refusal == ownerOnly && applied.outcomes == [], "\(command)")
      }
    }
    #expect(
      try await house.store.history(of: house.main, newest: 9, in: looking).map(\.author)
        == Array(repeating: .account(Username(guestNamed: "Door 1")), count: 5))
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a guest counts until the invitation's end, whatever becomes of the invitation`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    let guest = try await house.world.join("Door 1", by: try await house.invite(seconds: 60))
    #expect(try await house.uninvite() == [1, 0])
    house.world.clock.advance(seconds: 59)
    #expect(
      try await house.world.counts(
        .add(5), .add(1), .undo, .add(2), .add(3), .undo, of: house.main, in: guest.session)
        == [5, 6, 5, 7, 10, 7])
    house.world.clock.advance(seconds: 1)
    for command: CountCommand in [.add(1), .add(-1), .add(0), .undo, .redo, .revert(1)] {
      let applied = try await house.store.apply([command], to: house.main, in: guest.session)
      #expect(applied.refusal == .invitationEnded && applied.outcomes == [], "\(command)")
    }
    for command: CountCommand in [.set(1), .reset] {
      let applied = try await house.store.apply([command], to: house.main, in: guest.session)
      #expect(applied.refusal == .ownerOnly(house.ada.user.username), "\(command)")
    }
    // Nobody else's counting ends, and the guest goes on to look.
    #expect(try await house.world.counts(.add(1), of: house.main, in: house.ada) == [8])
    #expect(try await house.world.counts(.add(1), of: house.main, in: house.bea) == [9])
    #expect(try await house.store.refreshed(house.main, in: guest.session).count == 9)
    #expect(try await house.store.history(of: house.main, newest: 99, in: guest.session).count == 8)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `for a day after the end, a guest's counting of before it arrives`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let guest = try await house.world.join("Door 1", by: try await house.invite(seconds: 60))
    let end = house.world.clock.now.adding(seconds: 60)
    let inTime = Timestamp(milliseconds: end.milliseconds - 1)
    func count(_ requests: CommandRequest...) async throws -> (counts: [Int64], refusal: Refusal?) {
      let result = try await house.store.change(
        .known(house.main.id), by: requests, as: .token(guest.token))
      return (result.outcomes.map(\.count), result.refusal)
    }
    let known = CommandRequest(.add(3), at: inTime, id: Change.ID("tap 1"), hasWaited: true)
    let late = CommandRequest(.add(5), at: end, id: Change.ID("tap 2"), hasWaited: true)
    house.world.clock.now = end
    let first = try await count(
      known, CommandRequest(.add(4), at: inTime, hasWaited: true),
      CommandRequest(.undo, at: inTime, hasWaited: true), late,
      CommandRequest(.add(6), at: inTime, hasWaited: true))
    #expect(first.counts == [3, 7, 3] && first.refusal == .invitationEnded)
    house.world.clock.now = end.adding(seconds: day - 1)
    let second = try await count(
      CommandRequest(.redo, at: inTime, hasWaited: true), CommandRequest(.add(1)))
    #expect(second.counts == [7] && second.refusal == .invitationEnded)
    house.world.clock.advance(seconds: 1)
    let third = try await count(known, CommandRequest(.add(1), at: inTime, hasWaited: true))
    #expect(third.counts == [3] && third.refusal == .invitationEnded)
    // The same identifier for something else is refused as before.
    let other = try await count(
      CommandRequest(.add(4), at: inTime, id: Change.ID("tap 1"), hasWaited: true))
    #expect(other.counts == [] && other.refusal == .identifierTaken)
    #expect(
      try await house.store.areRecorded(
        [known, late], onCounter: house.main.id, in: guest.session) == [true, false])
    #expect(try await house.store.refreshed(house.main, in: house.ada).count == 7)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `guests are listed after the members who have accounts, with what each added`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let (store, main) = (house.store, house.main)
    let (counting, looking) = (try await house.invite(), try await house.invite(.views))
    let zed = try await house.world.join("Door 9", by: counting).session
    let anna = try await house.world.join("anna", by: counting).session
    let edda = try await house.world.join("ÉDDA", by: counting).session
    try await house.world.join("Door 10", by: looking)
    let former = try await house.world.join("Former", by: counting).session
    for session in [house.cat, house.bea] { try await house.share(with: session) }
    for (amount, session): (Int64, Session) in [
      (1, house.ada), (2, house.cat), (4, zed), (8, anna), (16, edda), (32, former),
    ] {
      try await house.world.counts(.add(amount), of: main, in: session)
    }
    try await house.remove("former")
    let today = house.world.clock.now..<house.world.clock.now.adding(seconds: day)
    for session in [house.ada, house.bea, zed] {
      let members = try await store.members(of: main, summing: today, in: session)
      #expect(
        members.map(\.username.text) == [
          "ada", "bea", "cat", "anna (guest)", "Door 9 (guest)", "Door 10 (guest)", "ÉDDA (guest)",
        ])
      #expect(
        members.map(\.permission) == [nil, .counts, .counts, .counts, .counts, .views, .counts])
      #expect(members.map(\.recent) == [1, 0, 2, 8, 4, 0, 16])
      #expect(members.map(\.total) == members.map(\.recent))
      let parts = try await store.parts(of: main, during: today, in: session)
      #expect(
        parts.map(\.username.text) == [
          "ada", "bea", "cat", "anna (guest)", "Door 9 (guest)", "ÉDDA (guest)",
        ])
      #expect(parts.map(\.sum) == [1, 0, 2, 8, 4, 16])
    }
    #expect(try await store.memberCount(of: main, in: house.ada) == 6)
    #expect(
      try await store.membersOfOwnCounters(in: house.ada).map(\.text) == [
        "bea", "cat", "anna (guest)", "Door 9 (guest)", "Door 10 (guest)", "ÉDDA (guest)",
      ])
    #expect(try await store.membersOfOwnCounters(in: zed) == [])
    #expect(try await house.world.faults() == [])
  }
}
