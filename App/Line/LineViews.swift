import Presentation

/// The views of this toolkit; each is added beside the view itself.
@MainActor
struct LineViews: SceneViews {
  typealias Shown = any LineSceneView

  let terminal: LineTerminal
}

/// How one scene is shown in lines.
@MainActor
protocol LineSceneView<Scene> {
  associatedtype Scene: SceneDefinition

  var viewModel: SceneViewModel<Scene> { get }
  var terminal: LineTerminal { get }

  /// Shows the scene to somebody who comes to it.
  func show() async throws

  /// What a word asks for that stands behind the scene's own, if it is one of `Destination.deeds`.
  func action(for deed: String) -> Scene.Action?
}

extension LineSceneView {
  func show() async throws { try terminal.show(viewModel.state) }

  func action(for deed: String) -> Scene.Action? { nil }

  /// Does what a word asks for.
  func carryOut(_ deed: String) async {
    if let action = action(for: deed) { await viewModel.perform(action) }
  }
}
