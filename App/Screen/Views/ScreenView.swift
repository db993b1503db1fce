import Domain
import Presentation

/// Shows one scene on the full screen, and handles its keys.
///
/// A value with only the screen's own state, such as the present field or the marked row. Drawing
/// and key handling are functions of it and the scene's state.
protocol ScreenView<Scene> {
  associatedtype Scene: SceneDefinition

  /// Whether a text is being typed, so that letters are not commands.
  var isTyping: Bool { get }

  /// The available keys.
  func hints(in state: Scene.State) -> [KeyHint]

  /// Updates the view's own state, and returns the actions of a key. `rows` is the height of the
  /// canvas.
  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action]

  /// Whether the next key may be handled before this action is done.
  func isRepeatable(_ action: Scene.Action) -> Bool

  /// The question to consent to before the actions of the last key are done; `nil` without one.
  var consent: String? { get }

  /// Called after the actions, with the last state that they led to, if any: a submitted form stays
  /// open if it was refused.
  mutating func finish(in state: Scene.State?)

  /// The notice, with a remedy that names a key.
  func notice(in state: Scene.State) -> String?

  func draw(_ state: Scene.State, on canvas: inout Canvas)
}

extension ScreenView {
  var isTyping: Bool { false }
  func isRepeatable(_ action: Scene.Action) -> Bool { false }
  var consent: String? { nil }
  func finish(in state: Scene.State?) {}
  func notice(in state: Scene.State) -> String? { state.notice }
}

extension ScreenView where Scene: ChoosingScene, Scene.Choice: Shortcut {
  /// The action of a key for a choice that demands nothing.
  func action(of key: KeyPress, in state: Scene.State) -> Scene.Action? {
    guard let choice = key.shortcut(Scene.Choice.self),
      case .nothing(let action) = Scene.demand(of: choice, in: state)
    else { return nil }
    return action
  }
}

extension KeyPress {
  /// The choice of the scene with this key.
  func shortcut<Command: Shortcut>(_ type: Command.Type = Command.self) -> Command? {
    guard case .character(let scalar) = self else { return nil }
    return Command.allCases.first { $0.key == Character(scalar) }
  }
}

/// The views of the screen toolkit; each view adds itself in an extension.
@MainActor
struct ScreenViewFactory: ViewFactory {
  typealias Shown = any ViewHost

  /// The present view.
  let view: (any ScreenView)?
  /// The view model of its scene.
  let scene: AnyObject?
  /// The user's calendar.
  let calendar: any LocalCalendar

  /// The scene with the present view, if it is the same scene, or with a new one.
  func host<View: ScreenView>(
    of viewModel: SceneViewModel<View.Scene>, _ newView: @autoclosure () -> View
  ) -> any ViewHost {
    let shown = scene === viewModel ? view as? View : nil
    return SceneViewHost(viewModel: viewModel, view: shown ?? newView())
  }
}
