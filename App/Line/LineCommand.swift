import Domain
import Presentation

/// What a command does on the scenes of a session.
enum LineCommand: Equatable, Sendable {
  /// Log in; a username that is missing is asked for.
  case logIn(username: String?)
  /// Make an account; a username that is missing is asked for.
  case signUp(username: String?)
  /// Do something to the open counter's count.
  case count(CountCommand)
  /// Show the newest changes, so many of them.
  case history(newest: Int)
  /// Show what was added in the last stretches of time.
  case chart(by: Span)
  /// Show the counters.
  case list
  /// Make a counter and open it.
  case new(name: String)
  /// Open a counter.
  case open(name: String)
  /// Give the open counter another name.
  case rename(name: String)
  /// Delete the open counter, once its name was typed again.
  case delete
  /// Go there, and do what the next word asks for.
  case go(to: Destination, doing: String?)
  /// Change the password.
  case password
  /// Delete the account, once the password was typed.
  case deleteAccount
  /// End this session, or all of the account.
  case logOut(everywhere: Bool)
  /// Show the scene on the full screen.
  case screen
  /// Show the commands.
  case help
  /// Clear the terminal.
  case clear
  /// Leave Tally.
  case quit
}

extension LineCommand {
  /// Whether the command changes what the store keeps, before anything is said.
  var isChange: Bool {
    switch self {
    case .logIn, .signUp, .count, .new, .rename, .delete, .password, .deleteAccount, .logOut: true
    case .history, .chart, .list, .open, .go, .screen, .help, .clear, .quit: false
    }
  }

  /// Makes sure that the command can be carried out where it was typed.
  ///
  /// - Throws: `Refusal.notLoggedIn`, `.alreadyLoggedIn`.
  func check(in context: LineContext) throws(Refusal) {
    switch (self, context) {
    case (.help, _), (.clear, _), (.quit, _), (.logIn, .signedOut), (.signUp, .signedOut):
      return
    case (_, .signedOut):
      throw .notLoggedIn
    case (.logIn, .signedIn(let username)), (.signUp, .signedIn(let username)):
      throw .alreadyLoggedIn(username)
    case (_, .signedIn):
      return
    }
  }
}
