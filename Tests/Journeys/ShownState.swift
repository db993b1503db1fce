import Domain
import Presentation

/// The present scene and its state, without how often a target was reached on it: a page is a new scene
/// after each form, and marks what was just reached.
package struct ShownState: Equatable {
  private let state: any SceneState

  /// The present state.
  @MainActor
  package init(_ scene: ActiveScene) {
    if case .history(let history) = scene {
      var state = history.state
      state.targetsReached = 0
      state.changes = state.changes.numbered
      self.init(state: state)
    } else if case .counter(let counter) = scene {
      var state = counter.state
      state.targetsReached = 0
      state.newest = state.newest.flatMap { [$0].numbered.first }
      self.init(state: state)
    } else {
      self.init(state: scene.state)
    }
  }

  private init(state: any SceneState) {
    self.state = state
  }

  package static func == (one: ShownState, other: ShownState) -> Bool {
    func isEqual<State: SceneState>(_ state: State) -> Bool { other.state as? State == state }
    return isEqual(one.state)
  }

  /// The state without parts that the other was not asked for: a toolkit asks only for what it can
  /// show, such as the bars of the last days.
  package func limited(to other: ShownState) -> ShownState {
    switch (state, other.state) {
    case (var state as CounterScene.State, let other as CounterScene.State):
      if other.chart == nil {
        (state.chart, state.newest, state.version, state.parts) = (nil, nil, 0, [])
      }
      return ShownState(state: state)
    case (var state as HistoryScene.State, let other as HistoryScene.State):
      if other.newest == 0 { (state.newest, state.changes, state.statistics) = (0, [], nil) }
      if other.span == nil {
        (state.span, state.chart, state.setsAndResets, state.statistics) = (nil, [], nil, nil)
      }
      return ShownState(state: state)
    default:
      return self
    }
  }
}

extension [Change] {
  /// The changes with their positions instead of random identifiers, so that the subjects of undos
  /// can be compared.
  fileprivate var numbered: [Change] {
    let places = Dictionary(uniqueKeysWithValues: zip(map(\.id), 1...))
    func place(of id: Change.ID) -> Change.ID {
      Change.ID(places[id].map { "\($0)" } ?? "an older one")
    }
    return map { change in
      let event: Change.Event =
        switch change.event {
        case .made: change.event
        case .undid(let edit, let id): .undid(edit, of: place(of: id))
        case .redid(let edit, let id): .redid(edit, of: place(of: id))
        case .reverted(let amount, let number, let time, let id):
          .reverted(amount, number: number, at: time, of: place(of: id))
        }
      return Change(
        number: change.number, id: place(of: change.id), time: change.time, event: event,
        amount: change.amount,
        count: change.count, author: change.author, note: change.note)
    }
  }
}
