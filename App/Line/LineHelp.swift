import Domain
import Presentation

/// What the session's commands are, in words.
enum LineHelp {
  /// One command as it is typed, and what it does.
  struct HelpLine {
    let usage: String
    let meaning: String

    init(usage: String, meaning: String) {
      self.usage = usage
      self.meaning = meaning
    }

    /// What a scene says of a choice.
    init(usage: String, _ choice: any SceneChoice) {
      self.init(usage: usage, meaning: choice.meaning)
    }
  }

  /// The commands that can be given there, a line each; at a terminal, as many as it takes.
  static func lines(in context: LineContext, on page: Page) -> [String] {
    let own = context == .signedOut ? signedOut : signedIn
    return page.definitions(
      (own + always).map { ($0.usage, $0.meaning) }, to: page.isTerminal ? page.columns : .max)
  }

  /// The commands that a mistyped line may mean, without their arguments.
  static let forms: [String] =
    ["chart hour", "chart day", "chart week", "chart month", "exit"]
    + (signedOut + signedIn + always).map(\.form).filter { $0 != "+" && $0 != "-" }

  /// How the command is typed with which a line begins.
  static func usage(of line: String) -> String? {
    (signedOut + signedIn + always).last { entry in
      entry.form.contains { $0.isLetter } && "\(line) ".hasPrefix("\(entry.form) ")
    }?.usage
  }

  static let signedOut = [
    HelpLine(usage: "signup [USERNAME]", WelcomeScene.Choice.signUp),
    HelpLine(usage: "login [USERNAME]", WelcomeScene.Choice.logIn),
  ]

  static let signedIn = ofCounters + Destination.allCases.flatMap(\.entries) + ofAccount

  private static let ofCounters = [
    HelpLine(usage: "+ [N]", meaning: "add 1, or N"),
    HelpLine(usage: "- [N]", meaning: "subtract 1, or N"),
    HelpLine(usage: "set N", meaning: "set the count to N"),
    HelpLine(usage: "reset", CounterScene.Choice.reset),
    HelpLine(usage: "undo", CounterScene.Choice.undo),
    HelpLine(usage: "redo", CounterScene.Choice.redo),
    HelpLine(
      usage: "history [N]", meaning: "show the newest \(HistoryScene.usualLength) changes, or N"),
    HelpLine(
      usage: "chart [hour|day|week|month]", meaning: "show additions, by day unless told otherwise"),
    HelpLine(usage: "list", meaning: "show your counters"),
    HelpLine(usage: "new NAME", HomeScene.Choice.new),
    HelpLine(usage: "open NAME", meaning: "open another counter"),
    HelpLine(usage: "rename NAME", meaning: "rename the open counter"),
    HelpLine(usage: "delete", meaning: "delete the open counter"),
  ]

  private static let ofAccount = [
    HelpLine(usage: "password", AccountScene.Choice.password),
    HelpLine(usage: "delete account", AccountScene.Choice.delete),
    HelpLine(usage: "logout", AccountScene.Choice.logOut),
    HelpLine(usage: "logout everywhere", AccountScene.Choice.logOutEverywhere),
    HelpLine(usage: "screen", meaning: "switch to the full screen"),
  ]

  static let always = [
    HelpLine(usage: "help", meaning: "show the commands"),
    HelpLine(usage: "quit", meaning: "leave Tally"),
  ]
}

extension Destination {
  /// The command that leads there, and those that do something there.
  fileprivate var entries: [LineHelp.HelpLine] {
    [LineHelp.HelpLine(usage: label, self)]
      + choices.map { LineHelp.HelpLine(usage: "\(label) \($0.label)", $0) }
  }
}

extension LineHelp.HelpLine {
  /// The command without what it takes.
  var form: String {
    usage.split(separator: " ").prefix { $0 == $0.lowercased() && !$0.hasPrefix("[") }
      .joined(separator: " ")
  }

  /// Whether something follows the command.
  var takesMore: Bool { form != usage }
}

/// What a line may go on to be.
enum LineCompletion {
  /// The whole lines that begin with `text`: commands, and after `open` the names of counters,
  /// whatever their case.
  static func candidates(
    for text: String, in context: LineContext, names: [String]
  ) -> [String] {
    let opening = "open "
    if context != .signedOut, text.hasPrefix(opening) {
      let beginning = text.dropFirst(opening.count).lowercased()
      // Only in a store that somebody tampered with do names have control characters; typed, they are keys.
      return names.filter { $0.lowercased().hasPrefix(beginning) && !$0.hasControlCharacters }
        .map { opening + $0 }
    }
    let own = context == .signedOut ? LineHelp.signedOut : LineHelp.signedIn
    return (own + LineHelp.always).filter { $0.form.hasPrefix(text) }
      .map { $0.takesMore ? $0.form + " " : $0.form }
  }
}
