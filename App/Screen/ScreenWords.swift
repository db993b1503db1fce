import Domain
import Presentation

/// Texts about the screen itself.
enum ScreenWords {
  /// The program's name in the title.
  static let title = "Tally"
  /// The heading of the help.
  static let keys = "Keys"
  /// Shown for an empty list.
  static let noCounters = "You have no counters yet"
  /// Shown when a search finds nothing.
  static let nothingFound = "No counter matches"
  /// Shown for a counter without changes.
  static let startCounting = "Type + to start counting"
  /// What is said of a counter without changes to somebody who may not count it.
  static let notStarted = "Nothing was counted yet"
  /// The question before leaving the screen also ends the session.
  static let quitQuestion = "Quit and log out?"
  /// Shown when standard input or output is not a terminal.
  static let noTerminal = "The full screen needs a terminal. Going on line by line"

  /// Shown when the system refuses what the screen needs.
  static func unavailable(cause: String) -> String {
    "The full screen cannot be opened: \(cause). Going on line by line"
  }

  /// Shown when the terminal cannot move the cursor.
  static func incapable(terminal: String?) -> String {
    guard let terminal, !terminal.isEmpty else {
      return
        "TERM is not set, so the full screen cannot be shown. Going on line by line"
    }
    return
      "TERM=\(terminal) cannot show the full screen. Going on line by line"
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
      "\(fact). Open one with Enter, or make one with \(HomeScene.Choice.new.key)"
    default: sentence
    }
  }
}
