import Domain
import Presentation

/// What a line of the session asks for.
enum LineCommand: Equatable, Sendable {
  /// Log in; a username that is missing is asked for.
  case logIn(username: String?)
  /// Make an account; a username that is missing is asked for.
  case signUp(username: String?)
  /// Do something to the count.
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
  /// Leave Tally.
  case quit
}

extension LineCommand {
  /// Whether the command changes what the store keeps, before anything is said.
  var isChange: Bool {
    switch self {
    case .logIn, .signUp, .count, .new, .rename, .delete, .password, .deleteAccount, .logOut: true
    case .history, .chart, .list, .open, .go, .screen, .help, .quit: false
    }
  }

  /// The command that can be carried out where the line was typed.
  ///
  /// - Throws: what `init(_:)` throws, `Refusal.notLoggedIn`, `.alreadyLoggedIn`.
  init(_ line: String, in context: LineContext) throws(Refusal) {
    self = try LineCommand(line)
    switch (self, context) {
    case (.help, _), (.quit, _), (.logIn, .signedOut), (.signUp, .signedOut):
      return
    case (_, .signedOut):
      throw .notLoggedIn
    case (.logIn, .signedIn(let username)), (.signUp, .signedIn(let username)):
      throw .alreadyLoggedIn(username)
    case (_, .signedIn):
      return
    }
  }

  /// The command that a line is, wherever it was typed. A name is the rest of the line.
  ///
  /// - Throws: `Refusal.unknownCommand`, `.notANumber`, `.outOfRange`, `.counterName` when a name is
  ///   missing.
  init(_ line: String) throws(Refusal) {
    let line = line.trimmedOfSpaces
    let word = String(line.prefix { !$0.isSpace })
    let rest = line.dropFirst(word.count).trimmedOfSpaces
    switch (word, rest) {
    case (let sign, _) where sign.hasPrefix("+"):
      self = .count(.add(try WholeNumber.amount(line.dropFirst().trimmedOfSpaces)))
    case (let sign, _) where sign.hasPrefix("-"):
      self = .count(.add(try WholeNumber.negatedAmount(line.dropFirst().trimmedOfSpaces)))
    case ("set", let number) where !number.isEmpty:
      self = .count(.set(try WholeNumber.number(number)))
    case ("reset", ""): self = .count(.reset)
    case ("undo", ""): self = .count(.undo)
    case ("redo", ""): self = .count(.redo)
    case ("history", ""): self = .history(newest: HistoryScene.usualLength)
    case ("history", let number): self = .history(newest: try WholeNumber.length(number))
    case ("chart", ""): self = .chart(by: .day)
    case ("chart", let name):
      guard let span = Span(rawValue: name) else { throw Self.unknown(line) }
      self = .chart(by: span)
    case ("list", ""): self = .list
    case ("new", let name): self = .new(name: try Self.name(name))
    case ("open", let name): self = .open(name: try Self.name(name))
    case ("rename", let name): self = .rename(name: try Self.name(name))
    case ("delete", ""): self = .delete
    case ("delete", "account"): self = .deleteAccount
    case ("password", ""): self = .password
    case ("login", let name): self = .logIn(username: name.isEmpty ? nil : name)
    case ("signup", let name): self = .signUp(username: name.isEmpty ? nil : name)
    case ("logout", ""): self = .logOut(everywhere: false)
    case ("logout", "everywhere"): self = .logOut(everywhere: true)
    case ("screen", ""): self = .screen
    case ("help", ""), ("?", ""): self = .help
    case ("quit", ""), ("exit", ""): self = .quit
    default: self = try Self.way(word, doing: rest, line: line)
    }
  }

  /// To a destination, which has a word, and what is to be done there, which has another.
  private static func way(_ word: String, doing choice: String, line: String) throws(Refusal)
    -> LineCommand
  {
    guard let destination = Destination(label: word) else { throw unknown(line) }
    if choice.isEmpty { return .go(to: destination, doing: nil) }
    guard destination.choices.contains(where: { $0.label == choice }) else { throw unknown(line) }
    return .go(to: destination, doing: choice)
  }

  /// Whether a line is a command, wherever it is typed.
  static func isOne(_ line: String) -> Bool {
    (try? LineCommand(line)) != nil
  }

  private static func unknown(_ line: String) -> Refusal {
    let lowercased = line.lowercased()
    // The closest match is never the text itself: here it is, where only the case was wrong.
    let isForm = lowercased != line && LineHelp.forms.contains(lowercased)
    let near =
      isForm
      ? lowercased
      : closestMatch(to: lowercased, among: LineHelp.forms) ?? LineHelp.usage(of: lowercased)
    return .unknownCommand(shortened(line), near: near)
  }

  private static func shortened(_ line: String) -> String {
    let longest = 80
    return line.count > longest ? line.prefix(longest) + "..." : line
  }

  private static func name(_ text: String) throws(Refusal) -> String {
    guard !text.isEmpty else { throw .counterName(.empty) }
    return text
  }
}

extension Character {
  fileprivate var isSpace: Bool { self == " " || self == "\t" }
}

extension StringProtocol {
  fileprivate var trimmedOfSpaces: String {
    let beginning = drop(while: \.isSpace)
    return String(
      beginning.prefix(beginning.count - beginning.reversed().prefix(while: \.isSpace).count))
  }
}
