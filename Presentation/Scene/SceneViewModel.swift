import Observation

/// What a view holds of a scene: the state to show, and the queue that its actions wait in.
///
/// Actions are handled one after the other in the order in which they came, whoever sent them.
@MainActor
@Observable
public final class SceneViewModel<Scene: SceneDefinition> {
  /// What the view shows.
  public private(set) var state: Scene.State

  @ObservationIgnored private let interactor: any Interactor<Scene>
  @ObservationIgnored private let presenter: any Presenter<Scene>
  @ObservationIgnored private var queue: [Turn] = []
  @ObservationIgnored private var isWorking = false
  @ObservationIgnored private var watching: Task<Void, Never>?

  /// A view model that begins with `state`.
  public init(
    state: Scene.State, interactor: any Interactor<Scene>, presenter: any Presenter<Scene>
  ) {
    self.state = state
    self.interactor = interactor
    self.presenter = presenter
    guard let action = Scene.changedElsewhere, let ticks = interactor.ticks else { return }
    watching = Task { [weak self] in
      for await _ in ticks { await self?.perform(action) }
    }
  }

  deinit {
    watching?.cancel()
  }

  /// Takes a place in the queue and returns at once.
  public func send(_ action: Scene.Action) {
    enqueue(Turn(actions: [action], completion: nil))
  }

  /// Takes a place in the queue, and returns every state that the actions led to, once they are
  /// done. The first that is refused is the last that is done.
  @discardableResult
  public func perform(_ actions: [Scene.Action]) async -> [Scene.State] {
    await withCheckedContinuation { completion in
      enqueue(Turn(actions: actions, completion: completion))
    }
  }

  /// Performs one action.
  @discardableResult
  public func perform(_ action: Scene.Action) async -> [Scene.State] {
    await perform([action])
  }

  private func enqueue(_ turn: Turn) {
    queue.append(turn)
    guard !isWorking else { return }
    isWorking = true
    Task {
      while !queue.isEmpty {
        let turn = queue.removeFirst()
        let states = await handle(turn.actions)
        turn.completion?.resume(returning: states)
      }
      isWorking = false
    }
  }

  private func handle(_ actions: [Scene.Action]) async -> [Scene.State] {
    var states: [Scene.State] = []
    var rest = actions[...]
    while let action = rest.first, states.last?.alert == nil {
      let taken = await interactor.handle(rest, in: state) { response in
        let before = Scene.isByPerson(action) ? cleared(state) : state
        state = presenter.present(response, after: before)
        states.append(state)
      }
      rest = rest.dropFirst(max(taken, 1))
    }
    return states
  }

  private func cleared(_ state: Scene.State) -> Scene.State {
    var state = state
    state.notice = nil
    state.alert = nil
    return state
  }

  private struct Turn {
    let actions: [Scene.Action]
    let completion: CheckedContinuation<[Scene.State], Never>?
  }
}
