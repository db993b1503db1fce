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

  /// What leads back to where the next command is typed, from a scene that a command only looked at.
  var wayBack: Scene.Action? { get }

  /// Shows the scene to somebody who comes to it.
  func show() async throws

  /// What a word asks for that stands behind the scene's own, if it is one of `Destination.deeds`.
  func action(for deed: String) -> Scene.Action?
}

extension LineSceneView {
  var wayBack: Scene.Action? { nil }

  func show() async throws { try terminal.show(viewModel.state) }

  func action(for deed: String) -> Scene.Action? { nil }

  /// Does what a word asks for.
  func carryOut(_ deed: String) async {
    if let action = action(for: deed) { await viewModel.perform(action) }
  }

  /// Takes the way back, if there is one.
  func goBack() async -> Bool {
    guard let wayBack else { return false }
    await viewModel.perform(wayBack)
    return true
  }
}
