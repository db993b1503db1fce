import Presentation

/// A choice with a character as its key. The compiler checks that a switch handles every key in the
/// help.
protocol Shortcut: SceneChoice {
  /// The key.
  var key: Character { get }
  /// Whether it is only in the help.
  var isRare: Bool { get }
}

extension Shortcut {
  var isRare: Bool { false }

  /// The hints of all keys.
  static var hints: [KeyHint] { allCases.map { KeyHint($0) } }
}

/// The keys of every scene; as letters they are inactive while a text is typed.
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
  /// Confirms the question.
  case yes
  /// Drops the question.
  case no

  var key: Character {
    switch self {
    case .yes: "y"
    case .no: "n"
    }
  }

  var label: String {
    switch self {
    case .yes: "yes"
    case .no: "no"
    }
  }

  var meaning: String {
    switch self {
    case .yes: "do what is asked"
    case .no: "leave without doing it"
    }
  }
}
