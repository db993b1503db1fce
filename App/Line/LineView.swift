import Domain
import Presentation
import Terminal

/// The views of the line toolkit; each view adds itself in an extension.
@MainActor
struct LineViewFactory: ViewFactory {
  typealias Shown = any LineView

  let terminal: LineTerminal
}

/// Shows one scene at the line.
@MainActor
protocol LineView<Scene> {
  associatedtype Scene: SceneDefinition

  var viewModel: SceneViewModel<Scene> { get }
  var terminal: LineTerminal { get }

  /// Shows the scene when it is entered.
  func show() async throws

  /// The sentences that describe the state.
  func lines(of state: Scene.State) -> [String]

  /// The action for a word after the scene's own, if it is the label of one of
  /// `Destination.choices`.
  func action(for choice: String) -> Scene.Action?
}

extension LineView where Scene: ChoosingScene {
  func action(for choice: String) -> Scene.Action? {
    guard let choice = Scene.Choice(label: choice),
      case .nothing(let action) = Scene.demand(of: choice, in: viewModel.state)
    else { return nil }
    return action
  }
}

extension LineView {
  func show() async throws { try showOutcome() }

  func lines(of state: Scene.State) -> [String] { [] }

  func action(for choice: String) -> Scene.Action? { nil }

  /// Prints the result of an action: the notice, then the state.
  ///
  /// - Throws: the alert's refusal instead.
  func showOutcome() throws {
    if let alert = viewModel.state.alert { throw alert.refusal }
    if !terminal.isQuiet { try terminal.print(sentences: outcome(of: viewModel.state)) }
  }

  /// Prints the notice of an action, without the state.
  ///
  /// - Throws: the alert's refusal instead.
  func showNotice() throws {
    if let alert = viewModel.state.alert { throw alert.refusal }
    try terminal.print(sentences: notice(of: viewModel.state))
  }

  /// The lines for a state without an alert.
  func outcome(of state: Scene.State) -> [String] { notice(of: state) + lines(of: state) }

  private func notice(of state: Scene.State) -> [String] {
    terminal.isQuiet ? [] : [state.notice].compactMap(\.self)
  }

  /// Prints the state.
  func showLines() throws {
    if !terminal.isQuiet { try terminal.print(sentences: lines(of: viewModel.state)) }
  }

  /// Does the action of a word.
  func carryOut(_ choice: String) async {
    if let action = action(for: choice) { await viewModel.perform(action) }
  }
}

/// What every view of the line toolkit needs for input and output.
@MainActor
struct LineTerminal {
  /// Asks questions.
  let dialogue: LineDialogue
  /// Prints results.
  let output: LineOutput
  /// The present width and abilities of the output.
  let metrics: () -> TextMetrics
  /// The user's calendar.
  let calendar: any LocalCalendar
  /// Whether only results are printed, as `--quiet` asks: no messages, and not the state that a
  /// command led to.
  var isQuiet = false

  /// Prints sentences without buffering.
  func print(sentences: [String]) throws {
    if !sentences.isEmpty { try output.write(sentences: sentences) }
  }

  /// Prints a remark beside the results.
  func remark(_ line: String) {
    if !isQuiet { output.writeError(line) }
  }

  /// Prints lines, in the pager if they are longer than the screen.
  func print(_ lines: [String]) async throws {
    try await output.writePaged(lines)
  }
}
