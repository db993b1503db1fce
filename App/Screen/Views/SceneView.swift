import Presentation

/// How one scene is shown on the full screen, and which keys do what there.
///
/// A value that holds nothing but what is the screen's own: the field that is typed into, the marked row.
/// Drawing and pressing are functions of it and of the scene's state.
protocol SceneView<Scene> {
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

  func draw(_ state: Scene.State, on canvas: inout Canvas)
}

extension SceneView {
  var requests: [Scene.Action] { [] }
  var isTyping: Bool { false }
  func isRepeatable(_ action: Scene.Action) -> Bool { false }

  /// The scene's lasting lines, which are all that many a scene has to say.
  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    for (row, line) in state.lines.enumerated() {
      canvas.write(line, row: row, column: canvas.margin)
    }
  }
}

extension KeyPress {
  /// The command of a scene that the key is.
  func shortcut<Command: Shortcut>(_ type: Command.Type = Command.self) -> Command? {
    guard case .character(let scalar) = self else { return nil }
    return Command(rawValue: Character(scalar))
  }
}
