import Presentation
import Terminal

/// A choice with a character as its key. The compiler checks that a scene's switch handles every one
/// in the help.
protocol Shortcut: SceneChoice {
  /// The key.
  var key: Character { get }
  /// Whether it is only in the help.
  var isRare: Bool { get }
}

extension Shortcut {
  var isRare: Bool { false }

  /// The hints of all keys.
  static var hints: [KeyHint] { allCases.map { KeyHint($0) } }
}

/// A key with its meaning in words.
struct KeyHint: Equatable, Sendable {
  /// The name of the key: `+`, `Esc`.
  let key: String
  /// The meaning in a word or two, for the row of hints.
  let word: String
  /// The meaning, for the help.
  let meaning: String
  /// Whether it is only in the help, because the row of hints is short.
  let isRare: Bool

  /// The key to press when the hint is clicked; `nil` if it names several keys.
  var press: KeyPress? {
    switch key {
    case "Enter": .enter
    case "Esc": .escape
    case "Tab": .tab
    default: key.unicodeScalars.count == 1 ? key.unicodeScalars.first.map { .character($0) } : nil
    }
  }

  init(_ key: String, _ word: String, _ meaning: String, isRare: Bool = false) {
    self.key = key
    self.word = word
    self.meaning = meaning
    self.isRare = isRare
  }

  /// Creates the hint of a shortcut.
  init(_ shortcut: some Shortcut) {
    key = String(shortcut.key)
    word = shortcut.label
    meaning = shortcut.meaning
    isRare = shortcut.isRare
  }
}

extension KeyHint {
  /// The keys of every scene; as letters they are inactive while a text is typed.
  static let general = [
    KeyHint("?", "help", "show the keys"),
    KeyHint("q", "quit", "leave the screen"),
  ]
  /// The keys of a form.
  static let form = [
    nextField,
    KeyHint("Enter", "go on", "go to the next field, or submit the form on the last"),
    .cancel,
  ]
  /// The keys of a question with one field.
  static let question = [KeyHint("Enter", "done", "give the answer"), .cancel]
  /// The keys of a question with several fields.
  static let fields = question + [nextField]
  /// The keys of a yes-or-no question.
  static let confirmation = [
    KeyHint("y", "yes", "do what is asked"),
    KeyHint("n", "no", "leave without doing it"),
    .cancel,
  ]
  /// The keys of a search.
  static let search = list + [.cancel]
  /// The keys of a list.
  static let list = [
    moving,
    KeyHint("Enter", "open", "open what is marked, as a second click does"),
  ]
  /// The keys of a list whose rows cannot be opened.
  static let moving = KeyHint(
    "Arrows", "move", "move in the list, as j and k do; PgUp, PgDn, Home (g) and End (G) go further"
  )
  /// The key that changes a member's role.
  static let role = KeyHint(
    "Enter", "count or view", "let the marked member count, or only view")
  /// The keys of scrolling content.
  static let scrolling = KeyHint(
    "Arrows", "scroll", "scroll, as j and k do; PgUp, PgDn, Home (g) and End (G) go further")
  /// The key that goes back.
  static let back = KeyHint("Esc", "back", "go back")
  /// What the mouse does, which is only in the help.
  static let mouse = KeyHint(
    "Click", "click", "press a key shown below, or mark a row; with Shift, select text",
    isRare: true)
  /// The keys after a form went away while a text was typed into it.
  static let lostForm = [KeyHint("Enter", "go on", "leave out the rest of the text")]
  /// The key that closes the help.
  static let close = KeyHint("Esc", "close", "go back")
  private static let nextField = KeyHint(
    "Tab", "next field", "go to the next field; Shift-Tab goes back")
  private static let cancel = KeyHint("Esc", "cancel", "leave without doing it")
}

/// The keys of a scene and what they do.
struct HelpView {
  private let lines: [String]

  /// Creates the help for a screen of that size. A meaning is wrapped below if it does not fit
  /// beside its key.
  init(hints: [KeyHint], size: Frame.Size, metrics: TextMetrics) {
    lines = metrics.definitions(
      hints.map { ($0.key, $0.meaning) }, to: size.columns - 2 * size.margin)
  }

  /// The first row of the help when its end is visible in `rows` rows.
  func lastFirst(in rows: Int) -> Int { max(0, lines.count - max(0, rows - 1)) }

  /// Draws the help from row `first` on, or as far as its end allows.
  func draw(from first: Int, on canvas: inout Canvas) {
    let rows = canvas.size.rows
    canvas.write(ScreenWords.keys, row: 0, column: canvas.margin, style: .heading)
    let seen = lines[min(first, lastFirst(in: rows))...].prefix(max(0, rows - 1))
    for (row, line) in seen.enumerated() {
      canvas.write(line, row: row + 1, column: canvas.margin)
    }
  }
}
