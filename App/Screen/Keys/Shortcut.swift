import Presentation

/// What is done with one key that is a character. Whoever switches over all cases cannot forget one that is in
/// the help.
protocol Shortcut: SceneChoice {
  /// The key.
  var key: Character { get }
  /// Whether it is named in the list of all keys alone.
  var isRare: Bool { get }
}

extension Shortcut {
  var isRare: Bool { false }

  /// The hints of all keys.
  static var hints: [KeyHint] { allCases.map { KeyHint($0) } }
}

/// The keys of every scene, except letters while a text is typed.
enum GeneralShortcut: Shortcut {
  /// Shows the keys of the scene.
  case help
  /// Leaves the screen.
  case quit

  var key: Character {
    switch self {
    case .help: "?"
    case .quit: "q"
    }
  }

  var label: String {
    switch self {
    case .help: "help"
    case .quit: "quit"
    }
  }

  var meaning: String {
    switch self {
    case .help: "show the keys"
    case .quit: "leave the screen"
    }
  }
}

/// The keys of a yes-or-no question.
enum ConfirmationShortcut: Shortcut {
  /// Does what was asked about.
  case yes

  var key: Character {
    switch self {
    case .yes: "y"
    }
  }

  var label: String { "yes" }
  var meaning: String { "do what is asked" }
}
