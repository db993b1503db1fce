import Presentation

/// Which scene is shown, and all that it shows.
struct ShownState: Equatable {
  private let state: any SceneState

  /// What is shown of the scene now.
  @MainActor
  init(_ scene: Scene) {
    self.init(state: scene.state)
  }

  private init(state: any SceneState) {
    self.state = state
  }

  static func == (one: ShownState, other: ShownState) -> Bool {
    func isEqual<State: SceneState>(_ state: State) -> Bool { other.state as? State == state }
    return isEqual(one.state)
  }

  /// The state without what the other was never asked for: a toolkit asks for as much as it has room to
  /// show, as the bars of the last days are.
  func limited(to other: ShownState) -> ShownState {
    switch (state, other.state) {
    case (var state as CounterScene.State, let other as CounterScene.State):
      if other.chart == nil { state.chart = nil }
      return ShownState(state: state)
    case (var state as HistoryScene.State, let other as HistoryScene.State):
      if other.newest == 0 { (state.newest, state.changes) = (0, .emptyHistory) }
      if other.span == nil { (state.span, state.chart) = (nil, BarChart()) }
      return ShownState(state: state)
    default:
      return self
    }
  }
}
