import Presentation

/// The views of this toolkit; each is added beside the view itself.
@MainActor
struct LineViewFactory: ViewFactory {
  typealias Shown = any LineView

  let terminal: LineTerminal
}

/// How one scene is shown in lines.
@MainActor
protocol LineView<Scene> {
  associatedtype Scene: SceneDefinition

  var viewModel: SceneViewModel<Scene> { get }
  var terminal: LineTerminal { get }

  /// Shows the scene to somebody who comes to it.
  func show() async throws

  /// What holds for as long as the scene is shown, in sentences.
  func lines(of state: Scene.State) -> [String]

  /// What a word after the scene's own asks for, if it is the label of one of `Destination.choices`.
  func action(for choice: String) -> Scene.Action?
}

extension LineView {
  func show() async throws { try showOutcome() }

  func lines(of state: Scene.State) -> [String] { [] }

  func action(for choice: String) -> Scene.Action? { nil }

  /// Prints what an action led to: the notice, then the lasting lines.
  ///
  /// - Throws: the alert's refusal in their place.
  func showOutcome() throws {
    if let alert = viewModel.state.alert { throw alert.refusal }
    try terminal.print(sentences: outcome(of: viewModel.state))
  }

  /// What is printed of a state that no refusal led to.
  func outcome(of state: Scene.State) -> [String] {
    [state.notice].compactMap(\.self) + lines(of: state)
  }

  /// Prints the lasting lines alone.
  func showLines() throws { try terminal.print(sentences: lines(of: viewModel.state)) }

  /// Does what a word asks for.
  func carryOut(_ choice: String) async {
    if let action = action(for: choice) { await viewModel.perform(action) }
  }
}
