import Domain
import Presentation

/// What a person does with a toolkit, in the toolkit's own way. The routes through the program are those
/// of `HandPlayer`, the same for all.
@MainActor
public protocol Hands {
  /// The present scene.
  var scene: ActiveScene { get }

  /// Whether a person can press what the state does not offer: a key without a hint, a form of an older
  /// page. Where they cannot, `HandPlayer` does it in their place, as if what is shown were older.
  var pressesWhatIsNotOffered: Bool { get }

  /// Starts the program logged out.
  func start() async throws

  /// Takes a choice of the scene or a destination: presses its key or its button, or follows its link.
  /// Then its question or form is open, if it has one.
  func choose(_ choice: any SceneChoice) async throws

  /// Takes a choice for a listed member.
  func choose(_ choice: MembersScene.Choice, for member: String) async throws

  /// Types a text into an empty field of the open question or form, or in place of what is in it.
  func type(_ text: String, into field: FieldName) async throws

  /// Looks at what is typed so far.
  func look() async throws

  /// Sends the open question or form off.
  func submit() async throws

  /// Consents to what a choice asks.
  func confirm() async throws

  /// Leaves an open question or form, if there is one. On scenes that are a form, it is never called.
  func cancel() async throws

  /// Goes a step back, on a scene that is a form by leaving it.
  func goBack() async throws

  /// Leaves the program.
  func quit() async throws

  /// Reads again what others may have changed, as the watch of a running program does.
  func catchUp() async

  /// What is shown, unless it was the same at the last call. It is for recordings; by default nothing.
  func newlyShown() throws -> String
}

extension Hands {
  /// Most toolkits show only what can be pressed.
  public var pressesWhatIsNotOffered: Bool { false }

  /// Nothing is recorded.
  public func newlyShown() -> String { "" }

  /// Most toolkits show what is typed.
  public func look() {}

  /// Most toolkits observe the scene.
  public func catchUp() async { await scene.catchUp() }
}

/// A user of a toolkit who takes the usual routes.
@MainActor
struct HandPlayer: Player {
  private let hands: any Hands

  init(_ hands: any Hands) { self.hands = hands }

  var scene: ActiveScene { hands.scene }

  func catchUp() async { await hands.catchUp() }

  func newlyShown() throws -> String { try hands.newlyShown() }

  func play(_ step: Journey.Step) async throws {
    switch (step, scene) {
    case (.fill, _), (.finish, _), (_, .welcome), (_, .login), (_, .signUp): break
    default: try await hands.cancel()
    }
    switch step {
    case .start: try await hands.start()
    case .press(let form): try await press(form)
    case .fill(let field, let text):
      try await hands.type(text, into: field)
      try await hands.look()
    case .finish(let field, let text):
      try await hands.type(text, into: field)
      try await hands.submit()
    case .count(let command): try await count(command)
    case .add(let amount, let time):
      try await answer(CounterScene.Choice.addSeveral, [(.amount, "\(amount)"), (.time, time)])
    case .create(let name):
      try await goHome()
      try await answer(HomeScene.Choice.new, [(.name, name)])
    case .open(let name):
      try await goHome()
      try await answer(HomeScene.Choice.search, [(.search, name)])
    case .rename(let name): try await answer(CounterScene.Choice.rename, [(.name, name)])
    case .setTarget(let number, let period):
      try await answer(CounterScene.Choice.target, [(.target, number), (.per, period)])
    case .beginDays(let time):
      try await goToAccount()
      try await answer(AccountScene.Choice.day, [(.dayStart, time)])
    case .share(let other, let permission):
      try await goToMembers()
      let choice: MembersScene.Choice = permission == .counts ? .share : .shareForViewing
      try await answer(choice, [(.username, other)])
    case .unshare(let other):
      try await goToMembers()
      try await hands.choose(.unshare, for: other)
      try await hands.confirm()
    case .leave:
      try await goToMembers()
      try await consent(to: MembersScene.Choice.leave)
    case .look(let sight): try await look(at: sight)
    case .goBack: while isOnTheWay { try await hands.goBack() }
    case .logOut(let everywhere):
      try await goToAccount()
      try await consent(to: everywhere ? AccountScene.Choice.logOutEverywhere : .logOut)
    case .quit: try await hands.quit()
    case .wait, .logInElsewhere, .logOutElsewhere, .elsewhere:
      throw PlayFault("Nobody does with a toolkit: \(step)")
    }
  }

  private func press(_ form: Journey.Form) async throws {
    switch form {
    case .signUp: try await hands.choose(WelcomeScene.Choice.signUp)
    case .logIn: try await hands.choose(WelcomeScene.Choice.logIn)
    case .deleteCounter: try await choose(CounterScene.Choice.delete)
    case .changePassword:
      try await goToAccount()
      try await choose(AccountScene.Choice.password)
    case .deleteAccount:
      try await goToAccount()
      try await choose(AccountScene.Choice.delete)
    }
  }

  private func count(_ command: CountCommand) async throws {
    switch command {
    case .add(1): try await choose(CounterScene.Choice.add)
    case .add(-1): try await choose(CounterScene.Choice.subtract)
    case .add(let amount):
      try await answer(CounterScene.Choice.addSeveral, [(.amount, "\(amount)")])
    case .set(let count): try await answer(CounterScene.Choice.set, [(.count, "\(count)")])
    case .reset: try await choose(CounterScene.Choice.reset)
    case .undo: try await choose(CounterScene.Choice.undo)
    case .redo: try await choose(CounterScene.Choice.redo)
    case .revert(let number):
      try await choose(CounterScene.Choice.history)
      try await answer(HistoryScene.Choice.revert, [(.entry, "\(number)")])
    }
  }

  private func look(at sight: Journey.Sight) async throws {
    switch sight {
    case .history: try await choose(CounterScene.Choice.history)
    case .list: try await goHome()
    case .members: try await goToMembers()
    case .account: try await goToAccount()
    case .chart(let span):
      try await choose(CounterScene.Choice.history)
      repeat {
        guard case .history(let history) = scene else { throw PlayFault("There is no chart") }
        if history.state.span == span { return }
        try await choose(HistoryScene.Choice.bars)
      } while true
    }
  }

  /// Takes a choice. If the state does not offer it and the hands cannot press it, performs its action
  /// instead.
  ///
  /// - Returns: whether it was taken by the hands.
  @discardableResult
  private func choose(_ choice: any SceneChoice) async throws -> Bool {
    guard !hands.pressesWhatIsNotOffered, let press = scene.shown(by: Unoffered(choice: choice))
    else {
      try await hands.choose(choice)
      return true
    }
    await press()
    return false
  }

  private func answer(_ choice: any SceneChoice, _ texts: [(FieldName, String)]) async throws {
    guard try await choose(choice) else { return }
    for (field, text) in texts { try await hands.type(text, into: field) }
    try await hands.submit()
  }

  private func consent(to choice: any SceneChoice) async throws {
    if try await choose(choice) { try await hands.confirm() }
  }

  private func goHome() async throws {
    if case .counter = scene { try await choose(CounterScene.Choice.list) }
    guard case .home = scene else { throw PlayFault("There is no way to the list") }
  }

  private func goToMembers() async throws {
    if case .counter = scene { try await choose(CounterScene.Choice.members) }
    guard case .members = scene else { throw PlayFault("There is no way to the members") }
  }

  private func goToAccount() async throws {
    switch scene {
    case .counter, .home: try await hands.choose(Destination.account)
    default: break
    }
    guard case .account = scene else { throw PlayFault("There is no way to the account") }
  }

  /// Whether going back leads from the scene to the counter or to Welcome.
  private var isOnTheWay: Bool {
    switch scene {
    case .welcome, .counter: false
    case .home(let home): home.state.openCounter != nil
    default: true
    }
  }
}

/// Performs the action of a choice that the state does not offer; `nil` for one that it offers.
private struct Unoffered: ViewFactory {
  typealias Shown = (@MainActor () async -> Void)?

  let choice: any SceneChoice

  func view<Scene: SceneDefinition>(of viewModel: SceneViewModel<Scene>) -> Shown {
    (Scene.self as? any ChoosingScene.Type).flatMap { action(of: choice, on: $0, viewModel) }
  }

  private func action<Scene: ChoosingScene>(
    of choice: any SceneChoice, on scene: Scene.Type, _ viewModel: AnyObject
  ) -> Shown {
    guard let viewModel = viewModel as? SceneViewModel<Scene>, let choice = choice as? Scene.Choice,
      !Scene.choices(in: viewModel.state).contains(choice),
      case .nothing(let action) = Scene.demand(of: choice, in: viewModel.state)
    else { return nil }
    return { await viewModel.perform(action) }
  }
}
