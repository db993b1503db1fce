/// A pressed key. It uses no heap memory, so that no password remains there.
enum KeyPress: Equatable, Sendable {
  case character(Unicode.Scalar)
  case enter, escape, tab, backTab
  case up, down, left, right, home, end, pageUp, pageDown
  case backspace, delete, eraseLine, eraseWord
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D, or the terminal was closed.
  case endOfInput
  /// The mouse at a position of the frame.
  case click(Frame.Position)
  /// A clicked row of a list: its index, the first visible row, and the hash of its id, by which it
  /// is found after the list was sorted anew.
  case row(Int, top: Int, id: Int)
  /// A character of a pasted text. It is text in a field, and never a key.
  case pasted(Unicode.Scalar)

  /// The move that a letter stands for where nothing is typed.
  var move: KeyPress? {
    switch self {
    case .character("j"): .down
    case .character("k"): .up
    case .character("g"): .home
    case .character("G"): .end
    default: nil
    }
  }

  /// The keys that type a text.
  static func typing(_ text: String) -> [KeyPress] {
    text.unicodeScalars.map { .character($0) }
  }
}

/// Keys waiting to be handled. A handled key is overwritten, because it may belong to a password.
struct KeyQueue {
  private var keys: [KeyPress] = []
  private var next = 0

  init() {
    // A reallocation would leave a copy in the old memory.
    keys.reserveCapacity(4_096)
  }

  var first: KeyPress? { next < keys.count ? keys[next] : nil }

  mutating func append(_ key: KeyPress) {
    keys.append(key)
  }

  mutating func removeAll() {
    while take() != nil {}
  }

  mutating func take() -> KeyPress? {
    guard let key = first else { return nil }
    keys[next] = .escape
    next += 1
    if next == keys.count {
      keys.removeAll(keepingCapacity: true)
      next = 0
    }
    return key
  }
}
