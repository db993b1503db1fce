import Domain
import Presentation

/// A command that uses the scenes of a session.
package enum SceneCommand: Equatable, Sendable {
  /// Log in; asks for a missing username.
  case logIn(username: String?)
  /// Sign up; asks for a missing username.
  case signUp(username: String?)
  /// Change the open counter's count.
  case count(CountCommand)
  /// Add to the open counter, at a typed time and with a note; each may be empty.
  case add(Int64, at: String, note: String)
  /// Revert the entry of the open counter with a typed number.
  case revert(String)
  /// Show this many of the newest changes.
  case history(newest: Int)
  /// Show the sums of the last periods.
  case chart(by: Span)
  /// Show the counters.
  case list
  /// Create a counter and open it.
  case new(name: String)
  /// Open a counter.
  case open(name: String)
  /// Rename the open counter.
  case rename(name: String)
  /// Delete the open counter after its name was typed again.
  case delete
  /// Set the open counter's target; `nil` removes it.
  case target(String?, isLimit: Bool, per: String)
  /// Show the open counter's members.
  case members
  /// Share the open counter.
  case share(with: String, as: Role.Permission)
  /// Stop sharing the open counter with a member.
  case unshare(with: String)
  /// Open a destination, and do the action of the next word.
  case go(to: Destination, doing: String?)
  /// Let the account's days begin at a typed time.
  case day(String)
  /// Change the password.
  case password
  /// Delete the account after checking the password.
  case deleteAccount
  /// Log out, here or everywhere.
  case logOut(everywhere: Bool)
  /// Switch to the full screen.
  case screen
  /// Show the commands.
  case help
  /// Clear the terminal.
  case clear
  /// Leave Tally.
  case quit
}

extension SceneCommand {
  /// Whether the command changes the store before it prints anything.
  package var isChange: Bool {
    switch self {
    case .logIn, .signUp, .count, .add, .revert, .new, .rename, .delete, .target, .share, .unshare,
      .day, .password, .deleteAccount, .logOut:
      true
    case .history, .chart, .list, .open, .members, .go, .screen, .help, .clear, .quit: false
    }
  }
}
