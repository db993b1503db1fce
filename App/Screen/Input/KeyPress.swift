/// What a person pressed. It has no memory of its own, so that nothing is left of a password's keys.
enum KeyPress: Equatable, Sendable {
  case character(Unicode.Scalar)
  case enter, escape, tab, backTab
  case up, down, left, right, home, end, pageUp, pageDown
  case backspace, delete, eraseLine, eraseWord
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D, or a terminal that is gone.
  case endOfInput

  /// The keys that type a text.
  static func typing(_ text: String) -> [KeyPress] {
    text.unicodeScalars.map { .character($0) }
  }
}
