import Presentation

/// A scene of any type with its view.
@MainActor
protocol ViewHost {
  var scene: AnyObject { get }
  var state: any SceneState { get }
  var anyView: any ScreenView { get }
  var isTyping: Bool { get }
  var hints: [KeyHint] { get }

  /// Handles a key and keeps the resulting actions.
  mutating func press(_ key: KeyPress, rows: Int)
  /// Whether another key can be handled before the actions are done.
  var takesMoreKeys: Bool { get }
  /// The question to confirm before the actions are done, or `nil`.
  var question: String? { get }
  var notice: String? { get }
  /// Does the actions and tells the view how they ended; returns whether there were any.
  mutating func performActions() async -> Bool
  func performRequests() async
  func draw(on canvas: inout Canvas)
}

struct SceneViewHost<View: ScreenView>: ViewHost {
  let viewModel: SceneViewModel<View.Scene>
  private var view: View
  private var actions: [View.Scene.Action] = []

  init(viewModel: SceneViewModel<View.Scene>, view: View) {
    self.viewModel = viewModel
    self.view = view
  }

  var scene: AnyObject { viewModel }
  var state: any SceneState { viewModel.state }
  var anyView: any ScreenView { view }
  var isTyping: Bool { view.isTyping }
  var hints: [KeyHint] { view.hints(in: viewModel.state) }
  var takesMoreKeys: Bool { actions.allSatisfy(view.isRepeatable) }

  mutating func press(_ key: KeyPress, rows: Int) {
    actions += view.press(key, in: viewModel.state, rows: rows)
  }

  var question: String? { actions.isEmpty ? nil : view.consent }
  var notice: String? { view.notice(in: viewModel.state) }

  mutating func performActions() async -> Bool {
    guard !actions.isEmpty else { return false }
    let actions = actions
    self.actions = []
    view.finish(in: await viewModel.perform(actions).last)
    return true
  }

  func performRequests() async {
    let requests = View.Scene.requests(in: viewModel.state)
    if !requests.isEmpty { await viewModel.perform(requests) }
  }

  func draw(on canvas: inout Canvas) {
    view.draw(viewModel.state, on: &canvas)
  }
}
