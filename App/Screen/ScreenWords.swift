import Domain
import Presentation

/// What is said of the full screen itself.
enum ScreenWords {
  /// What the program is called in the screen's title.
  static let title = "Tally"
  /// The heading of the list of keys.
  static let keys = "Keys"
  /// What stands in the place of a list without counters.
  static let noCounters = "You have no counters yet"
  /// What stands in the place of a list in which nothing was found.
  static let nothingFound = "No counter matches"
  /// What is said of a counter without changes.
  static let startCounting = "Type + to start counting"
  /// What is asked before the screen is left where the login ends with it.
  static let quitQuestion = "Quit and log out?"
  /// Standard input or output is no terminal.
  static let noTerminal = "The full screen needs a terminal. Going on line by line"

  /// The system refuses what a full screen needs.
  static func unavailable(cause: String) -> String {
    "The full screen cannot be opened: \(cause). Going on line by line"
  }

  /// The terminal cannot put text anywhere.
  static func incapable(terminal: String?) -> String {
    guard let terminal, !terminal.isEmpty else {
      return
        "TERM is not set, so the full screen cannot be shown. Going on line by line"
    }
    return
      "TERM=\(terminal) cannot show the full screen. Going on line by line"
  }

  /// The terminal is too small to show anything in.
  static func tooSmall(rows: Int, columns: Int) -> String {
    "Tally needs \(columns) columns and \(rows) rows"
  }
}

extension Refusal {
  /// What went wrong and what to do next on the full screen, where a key does it.
  var screenSentence: String {
    switch self {
    case .noCounterOpen:
      "\(fact). Open one with Enter, or make one with \(HomeScene.Choice.new.key)"
    default: sentence
    }
  }
}
