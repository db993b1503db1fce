import Domain
import Doubles
import Testing

@testable import Presentation

/// What each choice demands of the person, the same in every toolkit.
@MainActor
@Suite(.limited) struct DemandTests {
  private let world = TestWorld()
  private let session: Session
  private let main: Counter

  init() async throws {
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
  }

  private func counterState() -> CounterScene.State {
    CounterScene.State(of: main, username: session.user.username)
  }

  /// The inquiry of a choice, if that is what it demands.
  private func inquiry<Scene: ChoosingScene>(
    _ choice: Scene.Choice, in state: Scene.State, of scene: Scene.Type
  ) -> Inquiry<Scene.Action>? {
    if case .answers(let inquiry) = Scene.demand(of: choice, in: state) { inquiry } else { nil }
  }

  @Test(arguments: [
    (
      CounterScene.Choice.addSeveral, "Add to main", [FieldName.amount, .time, .note], ["", "", ""]
    ),
    (.set, "Set main to", [.count, .note], ["", ""]),
    (.target, "Target of main (empty for none)", [.target, .per], ["", ""]),
    (.limit, "Limit of main (empty for none)", [.target, .per], ["20", "day"]),
    (.rename, "New name of main", [.name], ["main"]),
    (.delete, "To delete main, type its name", [.name], [""]),
  ])
  func `a question names its counter, and its fields begin with what is there`(
    choice: CounterScene.Choice, question: String, names: [FieldName], texts: [String]
  ) throws {
    var state = counterState()
    state.counter.target = world.useCases.target(20, isLimit: true, per: .day)
    let asked = try #require(inquiry(choice, in: state, of: CounterScene.self))
    #expect(asked.question.text == question)
    #expect(asked.fields.map(\.name) == names)
    #expect(asked.fields.map(\.text) == texts)
  }

  @Test func `the answers to a question become the choice's action, and those left out are empty`()
    async throws
  {
    let viewModel = CounterScene.viewModel(counterState(), in: world.context(of: session))
    let several = try #require(
      inquiry(.addSeveral, in: viewModel.state, of: CounterScene.self))
    await viewModel.perform(several.action(for: ["5"]))
    await viewModel.perform(several.action(for: ["2", "", "bus 12"]))
    #expect(viewModel.state.counter.count == 7)
    let newest = try await world.useCases.counters.history(of: main, newest: 1, in: session)
    #expect(newest.map(\.note?.text) == ["bus 12"])
    let renaming = try #require(inquiry(.rename, in: viewModel.state, of: CounterScene.self))
    await viewModel.perform(renaming.action(for: ["doors"]))
    #expect(viewModel.state.counter.name.text == "doors")
  }

  @Test func `a change by a choice is made once for its identifier`() async throws {
    let viewModel = CounterScene.viewModel(counterState(), in: world.context(of: session))
    let id = Change.ID("one")
    for _ in 1...2 {
      guard case .nothing(let action) = CounterScene.demand(of: .add, in: viewModel.state, id: id)
      else { return #expect(Bool(false), "adding 1 asks nothing") }
      await viewModel.perform(action)
    }
    #expect(viewModel.state.counter.count == 1)
  }

  @Test func `what is lost is said when the question is asked`() async throws {
    let viewModel = CounterScene.viewModel(counterState(), in: world.context(of: session))
    let deletion = try #require(inquiry(.delete, in: viewModel.state, of: CounterScene.self))
    await viewModel.perform(try #require(deletion.opening))
    #expect(viewModel.state.notice == "This deletes main and its history")
  }

  @Test func `a member is refused before a question that only the owner may answer`() async throws {
    let bea = try await world.signedUp("bea")
    _ = try await world.useCases.shareCounter(main, with: "bea", as: .counts, in: session)
    let shared = try await world.useCases.findCounter(named: "ada/main", in: bea)
    let state = CounterScene.State(of: shared, username: bea.user.username)
    let refused = CounterScene.Choice.allCases.filter {
      if case .nothing(.ownerOnlyPressed) = CounterScene.demand(of: $0, in: state) {
        true
      } else {
        false
      }
    }
    #expect(refused == [.set, .target, .limit, .rename, .delete])
    let members = try await MembersScene.load(shared, in: world.context(of: bea))
    for choice in MembersScene.Choice.allCases where choice != .leave {
      guard case .nothing(.ownerOnlyPressed) = MembersScene.demand(of: choice, in: members) else {
        return #expect(Bool(false), "\(choice) asks a member")
      }
    }
  }

  @Test func `unsharing and leaving ask for consent, and the owner and guests keep their roles`()
    async throws
  {
    _ = try await world.signedUp("bea")
    _ = try await world.useCases.shareCounter(main, with: "bea", as: .counts, in: session)
    let state = try await MembersScene.load(main, in: world.context(of: session))
    let (owner, member) = (state.members[0], state.members[1])
    guard
      case .consent("Stop sharing main with bea?", .unshared("bea"))? =
        MembersScene.unsharing(member, in: state)
    else { return #expect(Bool(false), "unsharing asks for consent") }
    #expect(MembersScene.unsharing(owner, in: state) == nil)
    #expect(MembersScene.changingRole(of: owner) == nil)
    guard case .shared("bea", .views)? = MembersScene.changingRole(of: member) else {
      return #expect(Bool(false), "a member who counts may be let only view")
    }
    guard case .consent("Leave main?", .leavePressed) = MembersScene.demand(of: .leave, in: state)
    else { return #expect(Bool(false), "leaving asks for consent") }
  }

  @Test func `a form shows what it is about, and leaving it empties what was typed`() async throws {
    let context = world.context(of: session)
    let viewModel = AccountScene.viewModel(try await AccountScene.load(in: context), in: context)
    guard case .form(let form) = AccountScene.demand(of: .password, in: viewModel.state) else {
      return #expect(Bool(false), "a new password is typed into a form")
    }
    #expect(form.heading == "Change your password")
    #expect(form.fields.map(\.name) == [.password, .newPassword, .repetition])
    for field in form.fields {
      if case .hidden(_, let edited) = field { await viewModel.perform(edited(secret("abc"))) }
    }
    #expect(viewModel.state.newPassword.length == 3)
    await viewModel.perform(form.cancel)
    #expect(viewModel.state.password.length == 0)
    #expect(viewModel.state.newPassword.length == 0 && viewModel.state.repetition.length == 0)
  }

  @Test func `the chart goes through day, week, month, year and hour`() async throws {
    let context = world.context(of: session)
    let viewModel = HistoryScene.viewModel(
      try await HistoryScene.load(main, newest: 20, by: nil, in: context), in: context)
    await viewModel.perform(HistoryScene.requests(in: viewModel.state))
    var spans: [Span?] = [viewModel.state.span]
    for _ in 1...5 {
      guard case .nothing(let next) = HistoryScene.demand(of: .bars, in: viewModel.state) else {
        return #expect(Bool(false), "the next chart asks nothing")
      }
      await viewModel.perform(next)
      spans.append(viewModel.state.span)
    }
    #expect(spans == [.day, .week, .month, .year, .hour, .day])
    #expect(HistoryScene.requests(in: viewModel.state).isEmpty)
  }

  @Test func `a bar is full only when all is reached, and empty when there is nothing to reach`() {
    #expect((0...4).map { UInt64($0).share(of: 4, steps: 8) } == [0, 2, 4, 6, 8])
    #expect(UInt64(99).share(of: 100, steps: 10) == 9)
    #expect(UInt64.max.share(of: .max, steps: .max) == .max)
    #expect(UInt64(0).share(of: 0, steps: 10) == 0)
  }
}
