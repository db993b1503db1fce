import Domain
import Presentation

/// Texts about the screen itself.
package enum ScreenWords {
  /// The program's name in the title.
  static let title = "Tally"
  /// The heading of the help.
  static let keys = "Keys"
  /// Shown for a counter without changes.
  static let startCounting = "Type + to start counting"
  /// The question before leaving the screen also ends the session.
  static func quitQuestion(_ user: Username?) -> String {
    user.map { "Quit and log out of \($0.text)'s account?" } ?? "Quit?"
  }
  /// Something can be undone.
  static func undoable(_ fact: String) -> String {
    "\(fact). \(CounterScene.Choice.undo.key) undoes it"
  }
  /// What may be typed after a number.
  static let noteHint = " (then a note, if any)"

  /// Shown when the code of a link does not fit.
  static let noRoomForCode = "A larger window shows the code that phones scan"

  /// Shown when standard input or output is not a terminal.
  package static let noTerminal = "The full screen needs a terminal. Continuing line by line"

  /// Shown when the system refuses what the screen needs.
  package static func unavailable(cause: String) -> String {
    "The full screen cannot be opened: \(cause). Continuing line by line"
  }

  /// Shown when the terminal cannot move the cursor.
  package static func incapable(terminal: String?) -> String {
    guard let terminal, !terminal.isEmpty else {
      return
        "TERM is not set, so the full screen cannot be shown. Continuing line by line"
    }
    return
      "TERM=\(terminal) cannot show the full screen. Continuing line by line"
  }

  /// Shown when the terminal is too small.
  static func tooSmall(rows: Int, columns: Int) -> String {
    "Tally needs \(columns) columns and \(rows) rows"
  }
}

extension Refusal {
  /// The fact and the remedy on the full screen, which names a key.
  var screenSentence: String {
    switch self {
    case .noCounterOpen:
      "\(fact). Choose one with the arrows and Enter, or make one with \(HomeScene.Choice.new.key)"
    // The scene shows how to log in, and which key adds.
    case .notLoggedIn, .input(.signedCount): fact
    default: sentence
    }
  }
}
