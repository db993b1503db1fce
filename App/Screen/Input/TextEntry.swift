/// A one-line text being edited, and the cursor.
struct TextEntry: Equatable {
  private(set) var text = ""
  /// The number of characters before the cursor.
  private(set) var caret = 0

  /// Creates an entry with a text and the cursor at its end.
  init(_ text: String = "") {
    self.text = text
    caret = text.count
  }

  /// Replaces the text after a change elsewhere.
  mutating func take(_ new: String) {
    guard new != text else { return }
    self = TextEntry(new)
  }

  /// Handles a key; returns whether the text has changed.
  mutating func press(_ key: KeyPress) -> Bool {
    let before = text
    switch key {
    case .character(let scalar): insert(scalar)
    case .backspace: remove(from: caret - 1, to: caret)
    case .delete: remove(from: caret, to: caret + 1)
    case .eraseLine: remove(from: 0, to: caret)
    case .eraseWord: remove(from: beginningOfWord, to: caret)
    case .left: caret = max(0, caret - 1)
    case .right: caret = min(text.count, caret + 1)
    case .home: caret = 0
    case .end: caret = text.count
    default: break
    }
    return text != before
  }

  /// The text before the cursor.
  var beforeCaret: String { String(text.prefix(caret)) }

  private mutating func insert(_ scalar: Unicode.Scalar) {
    let place = text.index(text.startIndex, offsetBy: caret)
    let rest = text.distance(from: place, to: text.endIndex)
    text.unicodeScalars.insert(scalar, at: place)
    // A combining mark joins the previous character.
    caret = max(0, text.count - rest)
  }

  private mutating func remove(from start: Int, to end: Int) {
    guard start >= 0, start < end, end <= text.count else { return }
    let indices = [start, end].map { text.index(text.startIndex, offsetBy: $0) }
    text.removeSubrange(indices[0]..<indices[1])
    caret = start
  }

  private var beginningOfWord: Int {
    let words = beforeCaret.reversed().drop { $0 == " " }
    return words.drop { $0 != " " }.count
  }
}
