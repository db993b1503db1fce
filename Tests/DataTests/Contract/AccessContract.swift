import Data
import Domain
import Doubles
import Testing

/// The relation of a person to a counter of ada's.
enum Person: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case owner, counts, views, guest
  case former = "former member"
  case stranger

  var testDescription: String { rawValue }
}

/// A store method for a counter, and the right it needs.
struct CounterMethod: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let right: Role.Right
  /// The counter's name in a refusal.
  let typed: String?
  let call: @Sendable (any Store, Counter, Session) async throws -> Void

  init(
    _ name: String, _ right: Role.Right, typed: String? = "main",
    call: @escaping @Sendable (any Store, Counter, Session) async throws -> Void
  ) {
    testDescription = name
    self.right = right
    self.typed = typed
    self.call = call
  }

  /// A command whose refusal is thrown.
  init(_ command: CountCommand, _ right: Role.Right) {
    self.init("\(command)", right) { store, counter, session in
      let applied = try await store.apply([command], to: counter, in: session)
      if let refusal = applied.refusal { throw refusal }
    }
  }

  /// A reference to the counter as `ada/main`.
  init(typed request: CountCommand, _ right: Role.Right) {
    self.init("typed \(request)", right, typed: "ada/main") { store, _, session in
      _ = try await store.record(
        CommandRequest(request), on: reference("ada/main"), creating: false, in: session)
    }
  }

  /// A request for the counter by its id.
  init(byID request: CountCommand, _ right: Role.Right) {
    self.init("by id \(request)", right, typed: nil) { store, counter, session in
      _ = try await store.record(CommandRequest(request), toCounter: counter.id, in: session)
    }
  }

  /// Every store method that takes a counter.
  static let all = [
    CounterMethod("refreshed", .see) { _ = try await $0.refreshed($1, in: $2) },
    CounterMethod("the newest numbers", .see) {
      _ = try await $0.numbers(ofNewest: 9, of: $1, during: nil, in: $2)
    },
    CounterMethod("the numbers of some time", .see) {
      _ = try await $0.numbers(ofNewest: 1, of: $1, during: always[0]..<always[1], in: $2)
    },
    CounterMethod("changes", .see) {
      _ = try await $0.changes(of: $1, numbered: 1...9, during: nil, atMost: 9, in: $2)
    },
    CounterMethod("sums", .see) { _ = try await $0.sums(of: $1, between: always, in: $2) },
    CounterMethod(.add(1), .count), CounterMethod(.add(-1), .count), CounterMethod(.add(0), .count),
    CounterMethod(.undo, .count), CounterMethod(.redo, .count),
    CounterMethod(.set(7), .manage), CounterMethod(.reset, .manage),
    CounterMethod("rename", .manage) { _ = try await $0.rename($1, to: name("tea"), in: $2) },
    CounterMethod("delete", .manage) { try await $0.delete($1, in: $2) },
    CounterMethod("set a target", .manage) { _ = try await $0.setTarget(120, of: $1, in: $2) },
    CounterMethod("take a target away", .manage) {
      _ = try await $0.setTarget(nil, of: $1, in: $2)
    },
    CounterMethod("share", .manage) {
      try await $0.share($1, with: try Username("eve"), as: .views, in: $2)
    },
    CounterMethod("unshare", .manage) {
      try await $0.unshare($1, with: try Username("cat"), in: $2)
    },
    CounterMethod("invite", .manage) {
      _ = try await $0.invite(to: $1, Invitation.Terms(), in: $2)
    },
    CounterMethod("invitations", .manage) { _ = try await $0.invitations(to: $1, in: $2) },
    CounterMethod("end an invitation", .manage) {
      _ = try await $0.uninvite(from: $1, number: 1, removesGuests: false, in: $2)
    },
    CounterMethod("end all invitations", .manage) {
      _ = try await $0.uninvite(from: $1, number: nil, removesGuests: true, in: $2)
    },
    CounterMethod("remove a guest", .manage) {
      _ = try await $0.removeGuest(try guestName("Door 2"), from: $1, in: $2)
    },
    CounterMethod("parts", .see) { _ = try await $0.parts(of: $1, during: allTime, in: $2) },
    CounterMethod("members", .see) { _ = try await $0.members(of: $1, summing: allTime, in: $2) },
    CounterMethod("the number of members", .manage) {
      _ = try await $0.memberCount(of: $1, in: $2)
    },
    CounterMethod("the extent of an export", .see) { _ = try await $0.extent(of: $1, in: $2) },
    CounterMethod("find", .see, typed: "ada/main") { store, _, session in
      _ = try await store.counter(reference("ada/main"), in: session)
    },
    CounterMethod("open", .see, typed: "ada/main") { store, _, session in
      _ = try await store.open(reference("ada/main"), in: session)
    },
    CounterMethod(typed: .add(1), .count), CounterMethod(typed: .undo, .count),
    CounterMethod(typed: .set(7), .manage), CounterMethod(typed: .reset, .manage),
    CounterMethod("find by id", .see, typed: nil) {
      _ = try await $0.counter(withID: $1.id, in: $2)
    },
    CounterMethod(byID: .add(1), .count), CounterMethod(byID: .undo, .count),
    CounterMethod(byID: .set(7), .manage),
  ]
}

@Suite(.limited) struct `Access to a counter, in every store` {
  private let ada: Username

  init() throws { ada = try Username("ada") }

  /// The refusal that the contract demands.
  private func refusal(of method: CounterMethod, to person: Person, counter: Counter) -> Refusal? {
    switch (person, method.right) {
    case (.owner, _), (.counts, .see), (.counts, .count), (.views, .see): nil
    case (.guest, .see), (.guest, .count): nil
    case (.counts, .manage), (.guest, .manage), (.views, .count), (.views, .manage): .ownerOnly(ada)
    case (.former, _), (.stranger, _):
      .noSuchCounter(named: method.typed ?? "\(counter.id)", near: nil)
    }
  }

  private func share(
    _ counter: Counter, with session: Session, as permission: Role.Permission, in owner: Session,
    of world: StoreWorld
  ) async throws {
    try await world.store.share(counter, with: session.user.username, as: permission, in: owner)
  }

  /// A counter of ada's that several people have used, and the session of one of them.
  private func shared(with person: Person, in world: StoreWorld) async throws
    -> (counter: Counter, owner: Session, session: Session)
  {
    let (owner, main) = try await world.counting("ada")
    for other in ["cat", "eve"] { _ = try await world.signedUp(other) }
    try await world.store.share(main, with: try Username("cat"), as: .counts, in: owner)
    let invitation = try await world.store.invite(to: main, Invitation.Terms(), in: owner)
    _ = try await world.join("Door 2", by: invitation)
    let session =
      switch person {
      case .owner: owner
      case .guest: try await world.join("bea", by: invitation).session
      default: try await world.signedUp("bea").session
      }
    if [.counts, .views, .former].contains(person) {
      try await share(main, with: session, as: .counts, in: owner, of: world)
    }
    for counting in person == .stranger ? [owner] : [owner, session] {
      try await world.counts(.add(5), .add(2), .add(1), .undo, of: main, in: counting)
    }
    switch person {
    case .views: try await share(main, with: session, as: .views, in: owner, of: world)
    case .former:
      try await world.store.unshare(main, with: session.user.username, in: owner)
    case .owner, .counts, .guest, .stranger: break
    }
    return (main, owner, session)
  }

  @Test(arguments: StoreKind.allCases, Person.allCases)
  func `each role may do what it allows, and nothing else`(
    _ kind: StoreKind, _ person: Person
  ) async throws {
    let world = try await StoreWorld(kind)
    let (main, owner, session) = try await shared(with: person, in: world)
    let before = try await world.store.exported(in: owner)
    var allowed: [CounterMethod] = []
    for method in CounterMethod.all {
      guard let refusal = refusal(of: method, to: person, counter: main) else {
        if method.right == .see {
          try await method.call(world.store, main, session)
        } else {
          allowed.append(method)
        }
        continue
      }
      await #expect(throws: refusal, "\(method)") {
        try await method.call(world.store, main, session)
      }
    }
    #expect(try await world.store.exported(in: owner) == before)
    #expect(try await world.faults() == [])
    // Each of these may change what the next one needs.
    for method in allowed {
      let world = try await StoreWorld(kind)
      let (main, _, session) = try await shared(with: person, in: world)
      try await method.call(world.store, main, session)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `commands before a forbidden one are saved`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (main, owner, bea) = try await shared(with: .counts, in: world)
    let applied = try await world.store.apply(
      [.add(3), .set(9), .add(4)], to: main, in: bea)
    #expect(applied.outcomes.map(\.count) == [17])
    #expect(applied.refusal == .ownerOnly(ada))
    #expect(try await world.current(main, in: owner)?.count == 17)
  }

  @Test(arguments: StoreKind.allCases)
  func `a member who comes back has their undo and redo again`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (main, owner, bea) = try await shared(with: .former, in: world)
    try await share(main, with: bea, as: .counts, in: owner, of: world)
    #expect(
      try await world.counts(.redo, .undo, .undo, .undo, of: main, in: bea) == [15, 14, 12, 7])
    #expect(try await world.store.apply([.undo], to: main, in: bea).refusal == .nothingToUndo)
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `changes of a member stay after the account is deleted, and nobody can undo them`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (main, owner, bea) = try await shared(with: .counts, in: world)
    try await world.store.deleteAccount(in: bea)
    #expect(try await world.counts(.undo, .undo, of: main, in: owner) == [12, 7])
    #expect(try await world.store.apply([.undo], to: main, in: owner).refusal == .nothingToUndo)
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an imported undo never undoes somebody else's change`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (main, owner, bea) = try await shared(with: .counts, in: world)
    let history = try await world.store.history(of: main, newest: 9, in: owner)
    let (adas, beas) = (history[0].id.text, history[4].id.text)
    try await world.store.take(
      row("a", .undo, -5, of: adas), row("b", .undo, -5, of: beas), in: owner)
    let imported = try await world.store.history(of: main, newest: 2, in: owner)
    #expect(
      imported.map(\.event)
        == [.undid(.add(5), of: Change.ID(adas)), .made(.imported(changes: 1))])
    #expect(try await world.store.sums(of: main, between: always, in: owner) == [9])
    #expect(try await world.counts(.undo, .undo, of: main, in: bea) == [2, -3])
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `changes by others are not imported again, but what one made elsewhere is new in one's own`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (main, owner, bea) = try await shared(with: .counts, in: world)
    let rows = try await world.store.exported(in: owner)
    #expect(try await world.store.take(rows, in: owner).changes == 0)
    let own = try await world.store.history(of: main, newest: 1, in: bea).map(\.id.text)
    let again = try await world.store.take([try row(own[0], .change, 1)], in: bea)
    #expect(again.changes == 1)
    #expect(try await world.store.take([try row(own[0], .change, 1)], in: bea).changes == 0)
    #expect(try await world.faults() == [])
  }
}
