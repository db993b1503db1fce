/// What the session's commands are, in words.
public enum LineHelp {
  /// One command as it is typed, and what it does.
  struct Entry {
    let usage: String
    let meaning: String
  }

  /// The commands that can be given there, a line each; at a terminal, as many as it takes.
  public static func lines(in context: LineContext, on page: Page) -> [String] {
    let own = context == .signedOut ? signedOut : signedIn
    return page.definitions(
      (own + always).map { ($0.usage, $0.meaning) }, to: page.isTerminal ? page.columns : .max)
  }

  /// Every command that may be meant by a line that is none, without what stands behind it.
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
    Entry(usage: "signup [USERNAME]", meaning: "make an account"),
    Entry(usage: "login [USERNAME]", meaning: "log in"),
  ]

  static let signedIn = ofCounters + Destination.allCases.flatMap(\.entries) + ofAccount

  private static let ofCounters = [
    Entry(usage: "+ [N]", meaning: "add 1, or N"),
    Entry(usage: "- [N]", meaning: "subtract 1, or N"),
    Entry(usage: "set N", meaning: "set the count to N"),
    Entry(usage: "reset", meaning: "set the count to 0"),
    Entry(usage: "undo", meaning: "take the last change back"),
    Entry(usage: "redo", meaning: "make it again"),
    Entry(
      usage: "history [N]", meaning: "show the newest \(HistoryScene.usualLength) changes, or N"),
    Entry(usage: "chart [hour|day|week|month]", meaning: "show what was added, by day or so"),
    Entry(usage: "list", meaning: "show your counters"),
    Entry(usage: "new NAME", meaning: "make a counter and open it"),
    Entry(usage: "open NAME", meaning: "open another counter"),
    Entry(usage: "rename NAME", meaning: "give the open counter another name"),
    Entry(usage: "delete", meaning: "delete the open counter"),
  ]

  private static let ofAccount = [
    Entry(usage: "password", meaning: "change your password"),
    Entry(usage: "delete account", meaning: "delete your account and all its counters"),
    Entry(usage: "logout", meaning: "log out"),
    Entry(usage: "logout everywhere", meaning: "log out here and wherever else you are logged in"),
    Entry(usage: "screen", meaning: "show all this on the full screen"),
  ]

  static let always = [
    Entry(usage: "help", meaning: "show the commands"),
    Entry(usage: "quit", meaning: "leave Tally"),
  ]
}

extension Destination {
  /// The command that leads there, and those that do something there.
  fileprivate var entries: [LineHelp.Entry] {
    [LineHelp.Entry(usage: hint.word, meaning: hint.meaning)]
      + deeds.map { LineHelp.Entry(usage: "\(hint.word) \($0.word)", meaning: $0.meaning) }
  }
}

extension LineHelp.Entry {
  /// The command without what it takes.
  var form: String {
    usage.split(separator: " ").prefix { $0 == $0.lowercased() && !$0.hasPrefix("[") }
      .joined(separator: " ")
  }

  /// Whether something stands behind the command.
  var takesMore: Bool { form != usage }
}
