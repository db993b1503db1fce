import Domain
import Doubles
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct MembersTests {
  private let world = TestWorld()
  private let session: Session
  private let bea: Session
  private let main: Counter

  init() async throws {
    session = try await world.signedUp()
    bea = try await world.signedUp("bea")
    main = try await world.openCounter(in: session)
  }

  private func viewModel() async throws -> SceneViewModel<MembersScene> {
    let context = world.context(of: session)
    return MembersScene.viewModel(
      try await MembersScene.load(main, in: context), in: context)
  }

  /// The scene as bea sees it, who is a member.
  private func beasViewModel(as permission: Role.Permission = .counts) async throws
    -> SceneViewModel<MembersScene>
  {
    _ = try await world.useCases.shareCounter(main, with: "bea", as: permission, in: session)
    let counter = try await world.useCases.findCounter(named: "ada/main", in: bea)
    let context = world.context(of: bea)
    return MembersScene.viewModel(
      try await MembersScene.load(counter, in: context), in: context)
  }

  private func names(_ viewModel: SceneViewModel<MembersScene>) -> [String] {
    viewModel.state.members.map { "\($0.username.text) \(MemberWords.role($0.permission))" }
  }

  @Test func `a counter that is not shared lists only its owner`() async throws {
    let viewModel = try await viewModel()
    #expect(names(viewModel) == ["ada owner"])
    #expect(viewModel.state.location == "ada/main")
    #expect(
      viewModel.state.choices == [.share, .shareForViewing, .unshare, .invite, .inviteForViewing])
  }

  @Test func `sharing gives a notice with the member's own spelling, and lists the member`()
    async throws
  {
    let viewModel = try await viewModel()
    await viewModel.perform(.shared(with: "BEA", as: .counts))
    #expect(viewModel.state.notice == "Shared main with bea")
    #expect(names(viewModel) == ["ada owner", "bea counts"])
  }

  @Test func `sharing again with the other role changes the role`() async throws {
    let viewModel = try await viewModel()
    await viewModel.perform([
      .shared(with: "bea", as: .counts), .shared(with: "bea", as: .views),
    ])
    #expect(names(viewModel) == ["ada owner", "bea views"] && viewModel.state.alert == nil)
  }

  @Test(
    arguments: [
      ("carl", "There is no account named carl"),
      ("", "Please provide a username"),
      ("a b", "There is no account named a b"),
      ("ada", "main is yours already"), ("ADA", "main is yours already"),
      ("bea", "bea can already count main"), ("Bea", "bea can already count main"),
    ])
  func `sharing with an unknown account, oneself or a member is refused, and nothing changes`(
    name: String, fact: String
  ) async throws {
    let viewModel = try await viewModel()
    await viewModel.perform(.shared(with: "bea", as: .counts))
    await viewModel.perform(.shared(with: name, as: .counts))
    #expect(viewModel.state.alert?.fact == fact && viewModel.state.notice == nil)
    #expect(names(viewModel) == ["ada owner", "bea counts"])
  }

  @Test func `after too many unknown names, sharing waits`() async throws {
    let viewModel = try await viewModel()
    for number in 1...6 { await viewModel.perform(.shared(with: "nobody\(number)", as: .views)) }
    #expect(viewModel.state.alert?.fact.hasPrefix("Too many attempts. Try again in ") == true)
  }

  @Test func `unsharing gives a notice, and removes the member from the list`() async throws {
    let viewModel = try await viewModel()
    await viewModel.perform([.shared(with: "bea", as: .counts), .unshared(with: "bea")])
    #expect(viewModel.state.notice == "bea can no longer see main")
    #expect(names(viewModel) == ["ada owner"])
    await viewModel.perform(.unshared(with: "bea"))
    #expect(viewModel.state.alert?.fact == "main is not shared with bea")
  }

  @Test func `a member has their sums, and keeps them when shared with again`()
    async throws
  {
    let member = try await beasViewModel().state.counter
    _ = try await world.useCases.changeCount([.add(5)], to: member, in: bea)
    world.clock.advance(seconds: 86_400)
    _ = try await world.useCases.changeCount([.add(2)], to: member, in: bea)
    _ = try await world.useCases.changeCount([.add(3), .add(4), .undo], to: main, in: session)
    let viewModel = try await viewModel()
    #expect(viewModel.state.members.map(\.recent) == [3, 2])
    #expect(viewModel.state.members.map(\.total) == [3, 7])
    await viewModel.perform([.unshared(with: "bea"), .shared(with: "bea", as: .views)])
    #expect(viewModel.state.members.map(\.total) == [3, 7])
  }

  @Test func `a member sees everybody, and can only leave`() async throws {
    let viewModel = try await beasViewModel(as: .views)
    #expect(names(viewModel) == ["ada owner", "bea views"])
    #expect(viewModel.state.location == "bea/ada/main")
    #expect(viewModel.state.choices == [.leave])
    for action in [
      MembersScene.Action.ownerOnlyPressed, .shared(with: "ada", as: .counts),
      .unshared(with: "bea"),
    ] {
      await viewModel.perform(action)
      #expect(viewModel.state.alert?.fact == "Only ada can do that")
    }
  }

  @Test func `leaving leads to the list, without the counter`() async throws {
    let viewModel = try await beasViewModel()
    let counter = viewModel.state.counter
    #expect(await viewModel.exits(after: .leavePressed) == [.taken(.left(counter))])
    #expect(MembersScene.step(after: .left(counter)).notice == "Left ada/main")
    #expect(try await world.store.counters(in: bea).map(\.typedName) == ["main"])
  }

  @Test func `an owner cannot leave`() async throws {
    let viewModel = try await viewModel()
    #expect(await viewModel.exits(after: .leavePressed) == [])
    #expect(viewModel.state.alert == Alert(.ownerCannotLeave(counter: "main")))
  }

  @Test func `changes by others appear, and notice and alert stay`() async throws {
    let viewModel = try await viewModel()
    await viewModel.perform(.shared(with: "bea", as: .counts))
    let counter = try await world.useCases.findCounter(named: "ada/main", in: bea)
    _ = try await world.useCases.changeCount([.add(5)], to: counter, in: bea)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.members.map(\.total) == [0, 5])
    #expect(viewModel.state.notice == "Shared main with bea")
  }

  @Test func `losing the counter leaves the scene`() async throws {
    let revoked = try await beasViewModel()
    let counter = revoked.state.counter
    _ = try await world.useCases.unshareCounter(main, with: "bea", in: session)
    #expect(await revoked.exits(after: .changedElsewhere) == [.taken(.lost(counter))])
    let viewModel = try await viewModel()
    try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    let action = MembersScene.Action.shared(with: "bea", as: .counts)
    #expect(await viewModel.exits(after: action) == [.taken(.lost(main))])
  }

  @Test func `a failing store raises an alert`() async throws {
    let viewModel = try await viewModel()
    world.store.fail(with: .store(.busy(cause: "locked")))
    await viewModel.perform(.shared(with: "bea", as: .counts))
    #expect(viewModel.state.alert == Alert(.store(.busy(cause: "locked"))))
    #expect(names(viewModel) == ["ada owner"])
    await #expect(throws: Refusal.store(.busy(cause: "locked"))) {
      try await MembersScene.load(main, in: world.context(of: session))
    }
  }

  @Test func `an ended session leaves the scene`() async throws {
    let viewModel = try await viewModel()
    try await world.useCases.logOut(session)
    #expect(await viewModel.exits(after: .leavePressed) == [.sessionEnded])
  }

  @Test func `the way back leads to the counter`() async throws {
    #expect(try await viewModel().exits(after: .backPressed) == [.taken(.back(to: main))])
  }
}
