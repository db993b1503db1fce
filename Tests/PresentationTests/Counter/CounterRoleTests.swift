import Domain
import Doubles
import Testing

@testable import Presentation

/// Roles, targets, and the notice before a deletion.
@MainActor
@Suite(.limited) struct CounterRoleTests {
  private let world = TestWorld()
  private let session: Session
  private let bea: Session
  private let main: Counter

  init() async throws {
    session = try await world.signedUp()
    bea = try await world.signedUp("bea")
    main = try await world.openCounter(in: session)
  }

  private func viewModel() -> SceneViewModel<CounterScene> {
    CounterScene.viewModel(
      CounterScene.State(of: main, username: session.user.username),
      in: world.context(of: session))
  }

  /// The same counter, as bea sees it.
  private func viewModel(as permission: Role.Permission) async throws
    -> SceneViewModel<CounterScene>
  {
    _ = try await world.useCases.shareCounter(main, with: "bea", as: permission, in: session)
    let counter = try await world.useCases.findCounter(named: "ada/main", in: bea)
    return CounterScene.viewModel(
      CounterScene.State(of: counter, username: bea.user.username), in: world.context(of: bea))
  }

  @Test func `an owner may do everything`() {
    #expect(viewModel().state.choices == CounterScene.Choice.allCases)
    #expect(viewModel().state.location == "ada/main")
  }

  @Test func `a member who may count is not offered what only the owner may do`() async throws {
    let viewModel = try await viewModel(as: .counts)
    #expect(viewModel.state.location == "bea/ada/main")
    #expect(
      viewModel.state.choices == [
        .add, .subtract, .undo, .redo, .addSeveral, .history, .members, .list,
      ])
    await viewModel.perform([.countPressed(.add(3)), .amountEntered("-1")])
    #expect(viewModel.state.counter.count == 2 && viewModel.state.alert == nil)
  }

  @Test func `a member who may only view is offered only what shows something`() async throws {
    let viewModel = try await viewModel(as: .views)
    #expect(viewModel.state.choices == [.history, .members, .list])
    #expect(!viewModel.state.isCounting)
  }

  @Test(
    arguments: [
      .countPressed(.set(4)), .countPressed(.reset), .countEntered("4"), .renamed(to: "tea"),
      .targetEntered("4"), .deletePressed, .deletionConfirmed(name: "main"), .ownerOnlyPressed,
    ] as [CounterScene.Action])
  func `a member is refused what only the owner may do`(action: CounterScene.Action)
    async throws
  {
    for permission in Role.Permission.allCases {
      let viewModel = try await viewModel(as: permission)
      await viewModel.perform(action)
      #expect(viewModel.state.alert?.fact == "Only ada can do that")
    }
    #expect(try await world.store.refreshed(main, in: session) == main)
  }

  @Test(arguments: [CountCommand.add(1), .add(-1), .undo, .redo])
  func `a member who may only view cannot count`(command: CountCommand) async throws {
    let viewModel = try await viewModel(as: .views)
    await viewModel.perform(.countPressed(command))
    #expect(viewModel.state.alert?.fact == "Only ada can do that")
  }

  @Test func `a member's undo ends where the owner set the count`() async throws {
    let viewModel = try await viewModel(as: .counts)
    await viewModel.perform(.countPressed(.add(3)))
    _ = try await world.useCases.changeCount([.set(40)], to: main, in: session)
    await viewModel.perform(.countPressed(.undo))
    #expect(
      viewModel.state.alert?.fact
        == "ada set the count after that. There is nothing of yours to undo")
  }

  @Test(
    arguments: [
      ("120", false, 120, "main has the target 120"), ("", false, nil, "main has no target"),
      ("120", true, Target(120, isLimit: true), "main has the limit 120"),
      ("", true, 7, "main has the target 7"),
    ] as [(String, Bool, Target?, String)])
  func `a target is set, and taken away by an empty text`(
    text: String, isLimit: Bool, target: Target?, notice: String
  ) async throws {
    let viewModel = viewModel()
    await viewModel.perform([.targetEntered("7"), .targetEntered(text, isLimit: isLimit)])
    #expect(viewModel.state.counter.target == target && viewModel.state.notice == notice)
    #expect(try await world.store.refreshed(main, in: session).target == target)
    await viewModel.perform([.targetEntered("9", isLimit: true), .targetRemoved])
    #expect(viewModel.state.counter.target == nil)
  }

  @Test(
    arguments: [
      ("0", .targetTooSmall), ("-5", .targetTooSmall), ("x", .input(.notANumber("x"))),
      ("9223372036854775808", .outOfRange),
    ] as [(String, Refusal)])
  func `an invalid target is refused, and the old one stays`(text: String, refusal: Refusal)
    async throws
  {
    let viewModel = viewModel()
    await viewModel.perform(.targetEntered("7"))
    await viewModel.perform(.targetEntered(text))
    #expect(viewModel.state.alert == Alert(refusal) && viewModel.state.counter.target == 7)
  }

  @Test func `only the change that reaches the target gives a notice`() async {
    let viewModel = viewModel()
    await viewModel.perform(.targetEntered("3"))
    let states = await viewModel.perform([
      .countPressed(.add(2)), .countPressed(.add(1)), .countPressed(.add(1)),
      .countPressed(.undo), .countPressed(.undo), .countPressed(.redo),
    ])
    #expect(
      states.map(\.notice)
        == [nil, "Target reached", nil, "Undid +1", "Undid +1", "Redid +1. Target reached"])
    #expect(states.map(\.targetsReached) == [0, 1, 1, 1, 1, 2])
  }

  @Test func `a target reached by others gives a notice`() async throws {
    _ = try await world.useCases.setTarget(3, of: main, in: session)
    let viewModel = try await viewModel(as: .views)
    _ = try await world.useCases.changeCount([.add(2)], to: main, in: session)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.notice == nil)
    _ = try await world.useCases.changeCount([.add(2)], to: main, in: session)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.notice == "Target reached" && viewModel.state.targetsReached == 1)
    _ = try await world.useCases.setTarget(10, of: main, in: session)
    _ = try await world.useCases.changeCount([.add(1)], to: main, in: session)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.targetsReached == 1)
  }

  @Test func `each addition beyond a limit says how far it is`() async {
    let viewModel = viewModel()
    await viewModel.perform(.targetEntered("3", isLimit: true))
    let states = await viewModel.perform([
      .countPressed(.add(3)), .countPressed(.add(2)), .countPressed(.add(-1)),
      .countPressed(.undo),
    ])
    #expect(
      states.map(\.notice)
        == ["Limit reached", "2 over the limit", nil, "Undid -1. 2 over the limit"])
    #expect(states.map(\.targetsReached) == [1, 1, 1, 1])
  }

  @Test func `how far a limit is passed stays true while others count`() async throws {
    _ = try await world.useCases.setTarget(Target(3, isLimit: true), of: main, in: session)
    let viewModel = viewModel()
    await viewModel.perform([.changedElsewhere, .countPressed(.add(4)), .countPressed(.add(1))])
    #expect(viewModel.state.notice == "2 over the limit")
    _ = try await world.useCases.changeCount([.add(2)], to: main, in: session)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.notice == "4 over the limit")
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.notice == "4 over the limit")
    _ = try await world.useCases.changeCount([.add(-3)], to: main, in: session)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.notice == nil)
  }

  @Test func `before a deletion, a notice says what is deleted, and how many members lose it`()
    async throws
  {
    let viewModel = viewModel()
    await viewModel.perform(.deletePressed)
    #expect(viewModel.state.notice == "This deletes main and its history")
    _ = try await world.signedUp("carl")
    for name in ["bea", "carl"] {
      _ = try await world.useCases.shareCounter(main, with: name, as: .views, in: session)
    }
    await viewModel.perform(.deletePressed)
    let losing = "This deletes main and its history. 2 members lose it too"
    #expect(viewModel.state.notice == losing)
    let exits = await viewModel.exits(after: .deletionConfirmed(name: "main"))
    #expect(exits == [.taken(.deleted(main))])
  }

  @Test func `when the sharing ends, the next tick leaves the scene`() async throws {
    let viewModel = try await viewModel(as: .counts)
    let counter = viewModel.state.counter
    _ = try await world.useCases.unshareCounter(main, with: "bea", in: session)
    #expect(await viewModel.exits(after: .changedElsewhere) == [.taken(.lost(counter))])
    #expect(
      CounterScene.step(after: .lost(counter)).alert?.fact == "There is no counter named ada/main")
  }

  @Test func `a changed role appears at the next tick`() async throws {
    let viewModel = try await viewModel(as: .counts)
    _ = try await world.useCases.shareCounter(main, with: "bea", as: .views, in: session)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.choices == [.history, .members, .list])
  }

  @Test func `the scene leads to the members`() async {
    #expect(await viewModel().exits(after: .membersPressed) == [.taken(.members(main))])
  }
}
