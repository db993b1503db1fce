/// A key, and what it does, in words.
public struct KeyHint: Equatable, Sendable {
  /// The key as it is named: `+`, `Esc`.
  public let key: String
  /// What it does, in a word or two for a row of hints.
  public let word: String
  /// What it does, for the list of all keys.
  public let meaning: String
  /// Whether it is in that list alone, since a row of hints has not room for everything.
  public let isRare: Bool

  init(_ key: String, _ word: String, _ meaning: String, isRare: Bool = false) {
    self.key = key
    self.word = word
    self.meaning = meaning
    self.isRare = isRare
  }
}

/// The keys of one scene that are characters: what can be done there with one key, as `LineCommand` is for
/// lines. Whoever switches over all cases cannot forget one that is in the help.
///
/// A key has one word on every scene, so that nobody logs out who only meant to see more.
public protocol Shortcut: CaseIterable, RawRepresentable, Sendable where RawValue == Character {
  /// The key in words.
  var hint: KeyHint { get }
}

extension Shortcut {
  /// The hints of all keys.
  public static var hints: [KeyHint] { allCases.map(\.hint) }

  /// The key that does what is said with that word.
  public init?(word: String) {
    guard let key = Self.allCases.first(where: { $0.hint.word == word }) else { return nil }
    self = key
  }

  func hint(_ word: String, _ meaning: String, isRare: Bool = false) -> KeyHint {
    KeyHint(String(rawValue), word, meaning, isRare: isRare)
  }
}

/// The keys of every scene, but for letters where a text is typed.
public enum GeneralShortcut: Character, Shortcut {
  /// Shows the keys of the scene.
  case help = "?"
  /// Leaves the screen.
  case quit = "q"

  public var hint: KeyHint {
    switch self {
    case .help: hint("help", "show the keys")
    case .quit: hint("quit", "leave the screen")
    }
  }
}

/// The keys of a yes-or-no question.
public enum ConfirmationShortcut: Character, Shortcut {
  /// Does what was asked about.
  case yes = "y"

  public var hint: KeyHint { hint("yes", "do what is asked") }
}

/// The keys of `WelcomeScene`.
public enum WelcomeShortcut: Character, Shortcut {
  /// To the form for logging in.
  case logIn = "l"
  /// To the form for making an account.
  case signUp = "s"

  public var hint: KeyHint {
    switch self {
    case .logIn: hint("log in", "log in")
    case .signUp: hint("sign up", "make an account")
    }
  }
}

/// The keys of `CounterScene`.
public enum CounterShortcut: Character, Shortcut {
  /// Adds 1.
  case add = "+"
  /// Subtracts 1.
  case subtract = "-"
  /// Takes the last change back.
  case undo = "u"
  /// Makes it again.
  case redo = "r"
  /// Asks for a number to add.
  case addSeveral = "#"
  /// Asks for a number to set the count to.
  case set = "="
  /// Sets the count to 0.
  case reset = "0"
  /// To the changes and the chart.
  case history = "h"
  /// To the list of counters.
  case list = "c"
  /// Asks for another name.
  case rename = "e"
  /// Deletes the counter, once its name was typed.
  case delete = "d"

  public var hint: KeyHint {
    switch self {
    case .add: hint("add", "add 1")
    case .subtract: hint("subtract", "subtract 1")
    case .undo: hint("undo", "take the last change back")
    case .redo: hint("redo", "make it again")
    case .addSeveral: hint("add N", "add a number; a negative one is subtracted")
    case .set: hint("set", "set the count to a number")
    case .reset: hint("reset", "set the count to 0")
    case .history: hint("history", "show the changes and a chart")
    case .list: hint("counters", "show your counters, open or make one")
    case .rename: hint("rename", "give the counter another name")
    case .delete: hint("delete", "delete the counter")
    }
  }
}

/// The keys of `HistoryScene`.
public enum HistoryShortcut: Character, Shortcut {
  /// The chart with bars for another span: an hour, a day, a week, a month.
  case bars = "b"
  /// Older changes too.
  case more = "m"

  public var hint: KeyHint {
    switch self {
    case .bars: hint("bars", "show the chart by week, month, hour, or day: the next one")
    case .more: hint("more", "show older changes too")
    }
  }
}

/// The keys of `HomeScene`.
public enum HomeShortcut: Character, Shortcut {
  /// Asks for the name of a new counter.
  case new = "n"
  /// Searches in the names, as one types.
  case search = "/"

  public var hint: KeyHint {
    switch self {
    case .new: hint("new", "make a counter and open it")
    case .search: hint("search", "search in the names of your counters")
    }
  }
}

/// The keys of `AccountScene`.
public enum AccountShortcut: Character, Shortcut {
  /// Asks for a new password.
  case password = "p"
  /// Ends this session.
  case logOut = "o"
  /// Ends all sessions.
  case logOutEverywhere = "w"
  /// Deletes the account, once the password was typed.
  case delete = "x"

  public var hint: KeyHint {
    switch self {
    case .password: hint("password", "change your password")
    case .logOut: hint("log out", "log out")
    case .logOutEverywhere:
      hint("everywhere", "log out here and wherever else you are logged in")
    case .delete: hint("delete account", "delete your account and all its counters")
    }
  }
}

extension KeyHint {
  /// The keys of a form.
  public static let form = [
    KeyHint("Tab", "next field", "go to the next field; Shift-Tab goes back"),
    KeyHint("Enter", "go on", "go to the next field, or send the form off from the last"),
    .cancel,
  ]
  /// The keys of a question with one answer.
  public static let question = [KeyHint("Enter", "done", "give the answer"), .cancel]
  /// The keys of a yes-or-no question.
  public static let confirmation = ConfirmationShortcut.hints + [.cancel]
  /// The keys of a search.
  public static let search = list + [.cancel]
  /// The keys of a list.
  public static let list = [
    KeyHint("Arrows", "move", "move in the list; PgUp, PgDn, Home and End go further"),
    KeyHint("Enter", "open", "open what is marked"),
  ]
  /// The keys of what is longer than the screen.
  public static let scrolling = KeyHint(
    "Arrows", "scroll", "scroll; PgUp, PgDn, Home and End go further")
  /// The key that leads back.
  public static let back = KeyHint("Esc", "back", "go back")
  /// The key that takes the help away.
  public static let close = KeyHint("Esc", "close", "go back")
  private static let cancel = KeyHint("Esc", "cancel", "leave without doing it")
}
