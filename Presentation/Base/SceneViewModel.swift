import Domain
import Observation

/// The state of a scene, and the queue of its actions.
///
/// Actions are handled one after another in the order of their arrival. An action that leaves the
/// scene is the last: later ones are dropped.
@MainActor
@Observable
public final class SceneViewModel<Scene: SceneDefinition> {
  /// What the view shows.
  public private(set) var state: Scene.State

  /// Called with the exit that was taken; returns when the next scene is shown.
  @ObservationIgnored public var leave: @MainActor (SceneExit<Scene>) async -> Void = { _ in }

  @ObservationIgnored private let interactor: any Interactor<Scene>
  @ObservationIgnored private let presenter: any Presenter<Scene>
  @ObservationIgnored private var queue: [QueuedActions] = []
  @ObservationIgnored private var isWorking = false
  @ObservationIgnored private var isLeft = false
  @ObservationIgnored private var watching: Task<Void, Never>?

  /// Creates a view model that begins with `state`.
  public init(
    state: Scene.State, interactor: any Interactor<Scene>, presenter: any Presenter<Scene>
  ) {
    self.state = state
    self.interactor = interactor
    self.presenter = presenter
    guard let action = Scene.changedElsewhere, let ticks = interactor.ticks else { return }
    watching = Task { [weak self] in
      for await _ in ticks { await self?.perform([action], isAsked: false) }
    }
  }

  deinit {
    watching?.cancel()
  }

  /// Queues an action and returns at once. Sent actions that wait together are handled together as far
  /// as the scene does that, up to the first refused one. `settled()` awaits their end.
  public func send(_ action: Scene.Action) {
    enqueue(([action], isAsked: true, completion: nil))
  }

  /// Returns when everything that was queued before is done, and the next scene is shown if that left
  /// this one.
  public func settled() async { await perform([]) }

  /// Queues actions and returns all resulting states when they are done. The first one that is
  /// refused or leaves the scene is the last one done.
  @discardableResult
  public func perform(_ actions: [Scene.Action]) async -> [Scene.State] {
    await perform(actions, isAsked: true)
  }

  /// Performs one action.
  @discardableResult
  public func perform(_ action: Scene.Action) async -> [Scene.State] {
    await perform([action])
  }

  @discardableResult
  private func perform(_ actions: [Scene.Action], isAsked: Bool) async -> [Scene.State] {
    await withCheckedContinuation { completion in
      enqueue((actions, isAsked, completion))
    }
  }

  private func enqueue(_ queued: QueuedActions) {
    queue.append(queued)
    guard !isWorking else { return }
    isWorking = true
    Task {
      while !queue.isEmpty {
        let queued = takeNext()
        let states = await handle(queued)
        queued.completion?.resume(returning: states)
      }
      isWorking = false
    }
  }

  /// Takes the next actions from the queue, with the sent ones that are handled together with them.
  private func takeNext() -> QueuedActions {
    var next = queue.removeFirst()
    guard isSent(next) else { return next }
    next.actions += queue.prefix(while: isSent).flatMap(\.actions)
    next.actions.removeLast(
      next.actions.count - max(1, interactor.batchLength(of: next.actions[...])))
    queue.removeFirst(next.actions.count - 1)
    return next
  }

  private func handle(_ queued: QueuedActions) async -> [Scene.State] {
    var states: [Scene.State] = []
    var rest = queued.actions[...]
    while let action = rest.first, states.last?.alert == nil, !isLeft {
      let batch = rest.prefix(max(interactor.batchLength(of: rest), 1))
      rest = rest.dropFirst(batch.count)
      func show(_ next: (Scene.State) -> Scene.State) {
        state = next(Scene.isByPerson(action) ? cleared(state) : state)
        states.append(state)
      }
      do {
        let exit = try await interactor.handle(batch, in: state) { response in
          show { presenter.present(response, after: $0) }
        }
        if let exit { await leave(by: .taken(exit)) }
      } catch .notLoggedIn {
        await leave(by: .sessionEnded)
      } catch {
        // A tick has no caller, so the state stays and the next action reports the error.
        if queued.isAsked { show { presenter.refused(error, after: $0) } }
      }
    }
    return states
  }

  private func leave(by exit: SceneExit<Scene>) async {
    isLeft = true
    await leave(exit)
  }

  private func cleared(_ state: Scene.State) -> Scene.State {
    var state = state
    state.notice = nil
    state.alert = nil
    return state
  }

  /// A tick is not asked for: nobody waits for its answer.
  private typealias QueuedActions = (
    actions: [Scene.Action], isAsked: Bool,
    completion: CheckedContinuation<[Scene.State], Never>?
  )

  private func isSent(_ queued: QueuedActions) -> Bool {
    queued.isAsked && queued.completion == nil
  }
}
