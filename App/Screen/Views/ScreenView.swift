import Domain
import Presentation

/// How one scene is shown on the full screen, and which keys do what there.
///
/// A value that holds nothing but what is the screen's own: the field that is typed into, the marked row.
/// Drawing and pressing are functions of it and of the scene's state.
protocol ScreenView<Scene> {
  associatedtype Scene: SceneDefinition

  /// What is asked for when the scene comes on the screen.
  var requests: [Scene.Action] { get }

  /// Whether a text is typed, in which letters are no commands.
  var isTyping: Bool { get }

  /// The keys of now.
  func hints(in state: Scene.State) -> [KeyHint]

  /// Changes what is the screen's own, and tells what the key means to the scene. `rows` is how many rows
  /// are drawn on.
  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action]

  /// Whether the next key may be looked at before this has been done.
  func isRepeatable(_ action: Scene.Action) -> Bool

  /// What is asked before the action is done, which is anything that ends a session; `nil` when nothing is.
  func question(before action: Scene.Action) -> String?

  /// Learns how the last actions ended: a form that was sent off stays open if it was refused.
  mutating func finish(isRefused: Bool)

  func draw(_ state: Scene.State, on canvas: inout Canvas)
}

extension ScreenView {
  var requests: [Scene.Action] { [] }
  var isTyping: Bool { false }
  func isRepeatable(_ action: Scene.Action) -> Bool { false }
  func question(before action: Scene.Action) -> String? { nil }
  func finish(isRefused: Bool) {}
}

extension KeyPress {
  /// The command of a scene that the key is.
  func shortcut<Command: Shortcut>(_ type: Command.Type = Command.self) -> Command? {
    guard case .character(let scalar) = self else { return nil }
    return Command.allCases.first { $0.key == Character(scalar) }
  }
}

/// The views of this toolkit; each is added beside the view itself.
@MainActor
struct ScreenViewFactory: ViewFactory {
  typealias Shown = any ViewHost

  /// The view that is on the screen.
  let view: (any ScreenView)?
  /// The view model of the scene that it is of.
  let scene: AnyObject?
  /// The person's calendar and clock.
  let calendar: any LocalCalendar

  /// The scene with the view that is on the screen, or with a new one.
  func host<View: ScreenView>(
    of viewModel: SceneViewModel<View.Scene>, _ newView: @autoclosure () -> View
  ) -> any ViewHost {
    let shown = scene === viewModel ? view as? View : nil
    return SceneViewHost(viewModel: viewModel, view: shown ?? newView())
  }
}
