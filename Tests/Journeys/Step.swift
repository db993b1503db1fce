import Domain
import Presentation

extension Journey {
  /// A step of a user, independent of the toolkit.
  public enum Step: Equatable, Sendable {
    /// Starts the program logged out.
    case start
    /// Opens an empty form.
    case press(Form)
    /// Fills in a field.
    case fill(FieldName, String)
    /// Fills in the last field and submits the form.
    case finish(FieldName, String)
    /// Changes the count of the open counter.
    case count(CountCommand)
    /// Adds what was forgotten, at its time.
    case add(Int64, at: String)
    /// Makes a counter and opens it.
    case create(counter: String)
    /// Opens a counter by its name.
    case open(counter: String)
    /// Renames the open counter.
    case rename(to: String)
    /// Sets the open counter's target for all time or for each period.
    case setTarget(String, per: String)
    /// Says when the days of the account begin.
    case beginDays(at: String)
    /// Shares the open counter, or changes a member's role.
    case share(with: String, as: Role.Permission)
    /// Stops sharing the open counter with a member.
    case unshare(with: String)
    /// Gives up the open counter, which is somebody else's.
    case leave(counter: String)
    /// Opens a view.
    case look(at: Sight)
    /// Goes back to the counter, or to Welcome.
    case goBack
    /// Logs out, here or everywhere.
    case logOut(everywhere: Bool)
    /// Leaves the program.
    case quit
    /// Waits.
    case wait(seconds: Int64)
    /// Logs in at another terminal.
    case logInElsewhere(username: String, password: String)
    /// Logs out at another terminal, from everywhere.
    case logOutElsewhere(username: String, password: String)
    /// Does something with a counter at another terminal.
    case elsewhere(username: String, Deed)
  }

  /// What somebody does with a counter at another terminal.
  public enum Deed: Equatable, Sendable {
    /// Shares their counter, which they make first if needed.
    case share(String, with: String, as: Role.Permission)
    case unshare(String, with: String)
    case count(String, CountCommand, note: String? = nil)
    /// Invites a guest to their counter, who does something with it.
    case invite(String, guest: String, CountCommand)
  }

  /// A form that is filled in and submitted.
  public enum Form: String, Sendable {
    case signUp = "sign up"
    case logIn = "log in"
    case changePassword = "change password"
    case deleteAccount = "delete account"
    case deleteCounter = "delete counter"
  }

  /// A view that a step can open.
  public enum Sight: Equatable, Sendable {
    case history, list, members, account
    case chart(by: Span)
  }
}

extension Journey.Step: CustomStringConvertible {
  public var description: String {
    switch self {
    case .start: "start"
    case .press(let form): "press \(form.rawValue)"
    case .fill(let field, let text): "fill \(field) \(text)"
    case .finish(let field, let text): "fill \(field) \(text), and send it off"
    case .count(.add(let amount)): "add \(amount)"
    case .count(.set(let count)): "set \(count)"
    case .count(.reset): "reset"
    case .count(.undo): "undo"
    case .count(.redo): "redo"
    case .count(.revert(let number)): "revert entry \(number)"
    case .add(let amount, let time): "add \(amount) at \(time)"
    case .create(let name): "new counter \(name)"
    case .open(let name): "open \(name)"
    case .rename(let name): "rename to \(name)"
    case .setTarget(let number, ""): "set the target \(number)"
    case .setTarget(let number, let period): "set the target \(number) per \(period)"
    case .beginDays(let time): "let days begin at \(time)"
    case .share(let other, let permission): "share with \(other), who \(permission)"
    case .unshare(let other): "take it away from \(other)"
    case .leave(let name): "leave \(name)"
    case .look(.chart(let span)): "look at the chart by \(span)"
    case .look(let sight): "look at the \(sight)"
    case .goBack: "go back"
    case .logOut(let everywhere): everywhere ? "log out everywhere" : "log out"
    case .quit: "quit"
    case .wait(let seconds): "wait for \(seconds) s"
    case .elsewhere(let username, .share(let counter, let other, let permission)):
      "\(username) shares \(counter) with \(other), who \(permission)"
    case .elsewhere(let username, .unshare(let counter, let other)):
      "\(username) takes \(counter) away from \(other)"
    case .elsewhere(let username, .count(let counter, let command, let note)):
      "\(username) does to \(counter): \(Journey.Step.count(command))\(note.map { ", for \($0)" } ?? "")"
    case .elsewhere(let username, .invite(let counter, let guest, let command)):
      "\(username) invites \(guest) to \(counter), who does: \(Journey.Step.count(command))"
    case .logInElsewhere(let username, _): "log in as \(username) elsewhere"
    case .logOutElsewhere(let username, _): "log out as \(username) elsewhere, from everywhere"
    }
  }
}
