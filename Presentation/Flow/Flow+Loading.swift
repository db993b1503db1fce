import Domain

extension Flow {
  /// A scene that is ready to be shown, and the counter that is open with it.
  typealias Loaded = (scene: ActiveScene, openCounter: Counter?)

  /// Loads and wires the scene of a step.
  func load(_ step: Step) async throws(Refusal) -> Loaded {
    switch step.route {
    case .start:
      guard session != nil else {
        return (shown(WelcomeScene.State.initial, step) { WelcomeScene.viewModel($0) }, nil)
      }
      let context = try context()
      guard let counter = try await useCases.counters.openCounter(in: context.session) else {
        return try await home(step, in: context)
      }
      return self.counter(counter, step, in: context)
    case .login:
      try refuseIfLoggedIn()
      let form = shown(LoginScene.State.initial, step) {
        LoginScene.viewModel($0, useCases: useCases, device: device)
      }
      return (form, nil)
    case .signUp:
      try refuseIfLoggedIn()
      let form = shown(SignUpScene.State.initial, step) {
        SignUpScene.viewModel($0, useCases: useCases, device: device)
      }
      return (form, nil)
    case .home:
      return try await home(step, in: try context())
    case .counter(let name):
      let context = try context()
      return self.counter(try await counter(name, step, in: context), step, in: context)
    case .history(let name, let newest, let span):
      return try await history(name, newest: newest, by: span, step, in: try context())
    case .members(let name):
      return try await members(name, step, in: try context())
    case .destination(let destination):
      return try await load(destination.scene, step, in: try context())
    }
  }

  /// The scene that shows why a step failed: the list, or Welcome when logged out.
  ///
  /// A missing counter is reported unless nobody asked for it; the list shows that none is open.
  func sceneAfter(_ refusal: Refusal, on step: Step, isAsked: Bool) async -> Loaded {
    guard refusal != .notLoggedIn, let context = try? context() else {
      return welcome(sayingWhy: refusal)
    }
    var (alert, openCounter): (Alert?, Counter?) = (Alert(refusal), openCounter)
    if case .noSuchCounter = refusal, !isAsked { (alert, openCounter) = (nil, nil) }
    var state = HomeScene.State(
      username: context.session.user.username, openCounter: openCounter?.typedName)
    if step.route != .home {
      do {
        state = try await HomeScene.load(openCounter: openCounter, in: context)
      } catch .notLoggedIn {
        return welcome(sayingWhy: .notLoggedIn)
      } catch {
        alert = alert ?? Alert(error)
      }
    }
    let step = Step(.home, notice: step.notice, alert: alert)
    return (
      shown(state, step) { HomeScene.viewModel($0, in: context) },
      state.openCounter == nil ? nil : openCounter
    )
  }

  private func context() throws(Refusal) -> SceneContext {
    guard let session else { throw .notLoggedIn }
    return SceneContext(
      session: session, useCases: useCases, watch: watch, device: device.token,
      serverURL: serverURL)
  }

  private func refuseIfLoggedIn() throws(Refusal) {
    if let session { throw .alreadyLoggedIn(session.user.username) }
  }

  private func welcome(sayingWhy refusal: Refusal) -> Loaded {
    let step = Step(.start, alert: Alert(refusal))
    return (shown(WelcomeScene.State.initial, step) { WelcomeScene.viewModel($0) }, nil)
  }

  private func home(_ step: Step, in context: SceneContext) async throws(Refusal) -> Loaded {
    let state = try await HomeScene.load(openCounter: openCounter, in: context)
    return (
      shown(state, step) { HomeScene.viewModel($0, in: context) },
      state.openCounter == nil ? nil : openCounter
    )
  }

  private func counter(_ counter: Counter, _ step: Step, in context: SceneContext) -> Loaded {
    let state = CounterScene.State(of: counter, username: context.session.user.username)
    return (shown(state, step) { CounterScene.viewModel($0, in: context) }, counter)
  }

  private func history(
    _ name: String, newest: Int, by span: Span?, _ step: Step, in context: SceneContext
  ) async throws(Refusal) -> Loaded {
    let counter = try await counter(name, step, in: context)
    let state = try await HistoryScene.load(counter, newest: newest, by: span, in: context)
    return (
      shown(state, step) { HistoryScene.viewModel($0, in: context) }, counter
    )
  }

  private func members(_ name: String, _ step: Step, in context: SceneContext)
    async throws(Refusal) -> Loaded
  {
    let counter = try await counter(name, step, in: context)
    let state = try await MembersScene.load(counter, in: context)
    return (shown(state, step) { MembersScene.viewModel($0, in: context) }, counter)
  }

  /// The counter that the step has already read, or else the open or the named one as it is now.
  private func counter(_ name: String, _ step: Step, in context: SceneContext)
    async throws(Refusal) -> Counter
  {
    switch step.counter {
    case .opened(let counter): return counter
    case .reread:
      guard let openCounter else { throw .noCounterOpen }
      return try await useCases.counters.refreshed(openCounter, in: context.session)
    case .kept, .closed: return try await find(name, in: context)
    }
  }

  private func load<Kind: DestinationScene>(
    _ kind: Kind.Type, _ step: Step, in context: SceneContext
  ) async throws(Refusal) -> Loaded {
    let state = try await kind.load(in: context)
    return (shown(state, step) { kind.viewModel($0, in: context) }, openCounter)
  }

  /// The counter as it is now. The open one is found even if it was renamed.
  private func find(_ name: String, in context: SceneContext) async throws(Refusal) -> Counter {
    if let openCounter, openCounter.typedName == name {
      do {
        return try await useCases.counters.refreshed(openCounter, in: context.session)
      } catch .noSuchCounter {
        // Another counter may have that name by now.
      }
    }
    return try await useCases.findCounter(named: name, in: context.session)
  }

  private func shown<Kind: RoutedScene>(
    _ state: Kind.State, _ step: Step, by wire: (Kind.State) -> SceneViewModel<Kind>
  ) -> ActiveScene {
    var state = state
    (state.notice, state.alert) = (step.notice, step.alert)
    let viewModel = wire(state)
    tie(viewModel)
    return Kind.scene(viewModel)
  }

  /// Follows the exits of a scene. A scene that is no longer shown leads nowhere, but a session
  /// that it began or ended still counts.
  func tie<Kind: RoutedScene>(_ viewModel: SceneViewModel<Kind>) {
    let entry = entries
    viewModel.leave = { [weak self] exit in
      guard let self, entry == entries || exit.step.isFinal else { return }
      _ = await take(exit.step, isAsked: true)
    }
  }
}

extension ActiveScene {
  /// The state that every scene has.
  public var state: any SceneState { shown(by: Facts()).state }

  /// The scene's view model, by which a toolkit knows whether it shows the scene already.
  public var viewModel: AnyObject { shown(by: Facts()).viewModel }

  /// The route to the scene.
  package var route: Route { shown(by: Facts()).route }

  private struct Facts: ViewFactory {
    typealias Shown = (state: any SceneState, viewModel: AnyObject, route: Route)

    func view<Kind: RoutedScene>(of viewModel: SceneViewModel<Kind>) -> Shown {
      (viewModel.state, viewModel, Kind.route(to: viewModel.state))
    }
  }
}
