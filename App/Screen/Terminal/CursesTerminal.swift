import CNcurses
import Presentation
import Terminal

/// The terminal through ncurses: shows frames by writing the changed cells, and reads keys.
@MainActor
package final class CursesTerminal {
  private let screen: OpaquePointer
  private let palette: Palette
  private var shown: Frame?
  /// The number of reached targets that the terminal has rung for.
  private var rung = 0
  private var isClosed = false
  /// The keys that were read but not returned yet, the oldest last.
  private var waiting: [KeyPress] = []
  /// The pasted text that the terminal is sending, if any.
  private var paste: Paste?

  /// What is known of a pasted text so far.
  private struct Paste {
    /// Whether there was text before.
    var hasText = false
    /// Whether a line break or a tab has to be shown as a blank before the next text.
    var owesBlank = false
    /// Whether the last character was an escape. When nothing follows it, a person has pressed Esc,
    /// because the end of the paste was lost.
    var hasEscape = false

    /// Takes a character, and returns what it is in a field, the last one first. A line break is no
    /// Enter: between texts it is a blank. Other control characters are left out.
    mutating func take(_ code: wint_t) -> [KeyPress] {
      hasEscape = code == 27
      if [9, 10, 13].contains(code) { owesBlank = hasText }
      guard code >= 32, code != 127, let scalar = Unicode.Scalar(code) else { return [] }
      defer { (hasText, owesBlank) = (true, false) }
      return [.pasted(scalar)] + (owesBlank ? [.pasted(" ")] : [])
    }
  }

  /// Whether the terminal at standard output supports a full screen.
  package static var isPossible: Bool { screen_is_possible(1) }

  /// Takes the terminal; `nil` if it cannot be used.
  init?(hasColours: Bool) {
    guard let screen = screen_open() else { return nil }
    self.screen = screen
    palette = Palette(hasColours: hasColours && screen_use_colours())
    screen_fit()
    size = Self.presentSize
  }

  /// Restores the terminal for good.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    TerminalSignals.reading { screen_close(screen) }
  }

  /// The size when the terminal was taken. ncurses knows none after `close`, and a signal may
  /// arrive while the program ends.
  private(set) var size: Frame.Size

  private static var presentSize: Frame.Size {
    Frame.Size(rows: Int(screen_rows()), columns: Int(screen_columns()))
  }

  /// Restores the terminal temporarily.
  func leave() {
    if !isClosed { screen_leave() }
  }

  /// Takes the terminal again with its present size.
  func enter() {
    guard !isClosed else { return }
    screen_return()
    screen_fit()
    size = Self.presentSize
    shown = nil
    paste = nil
  }

  /// Shows a frame. A frame for an outdated size is soon replaced.
  func show(_ frame: Frame) {
    guard !isClosed else { return }
    for (row, cells) in frame.rows.prefix(size.rows).enumerated()
    where shown?.size != frame.size || shown?.rows[row] != cells {
      write(cells, row: row)
    }
    if let cursor = frame.cursor {
      screen_show_cursor(Int32(cursor.row), Int32(cursor.column))
    } else {
      screen_hide_cursor()
    }
    screen_update()
    if frame.targetsReached > rung { screen_ring() }
    rung = frame.targetsReached
    shown = frame
  }

  private func write(_ cells: [Frame.Cell], row: Int) {
    var column = 0
    for run in cells.chunked(by: { $0.style == $1.style }) {
      let text = run.flatMap { $0.text.unicodeScalars.map { wchar_t($0.value) } }
      let (attributes, pair) = palette[run[run.startIndex].style]
      screen_write(Int32(row), Int32(column), text, Int32(text.count), attributes, pair)
      column += run.count
    }
  }

  private static let pasteBegins = Int32(screen_paste_begins)
  private static let pasteEnds = Int32(screen_paste_ends)

  /// The next pressed key, or `nil`.
  func nextKey() -> KeyPress? {
    var code: wint_t = 0
    while !isClosed {
      if let key = waiting.popLast() { return key }
      let kind = screen_read_key(&code)
      if kind == ERR {
        guard paste?.hasEscape == true else { return nil }
        paste = nil
        return .escape
      }
      if kind == KEY_CODE_YES, code == KEY_MOUSE {
        readMouse()
        continue
      }
      let function = kind == KEY_CODE_YES ? Int32(code) : nil
      if function == Self.pasteBegins || function == Self.pasteEnds {
        paste = function == Self.pasteBegins ? Paste() : nil
        continue
      }
      if var present = paste {
        if function == nil { waiting = present.take(code) }
        paste = present
      } else if let key = function.map(KeyPress.init(function:)) ?? KeyPress(character: code) {
        if key == .escape, skipUnknownKey() { continue }
        return key
      }
    }
    return nil
  }

  /// After an escape, skips the rest of a key that the terminal's description does not know, such as
  /// `ESC [ 1 ; 2 ~`: its characters were not typed. What else follows is kept.
  ///
  /// - Returns: whether the escape belongs to such a key.
  private func skipUnknownKey() -> Bool {
    var code: wint_t = 0
    var kind = screen_read_key(&code)
    guard kind == OK, code == wint_t(UInt8(ascii: "[")) else {
      if kind == OK { waiting = [KeyPress(character: code)].compactMap(\.self) }
      if kind == KEY_CODE_YES { waiting = [KeyPress(function: Int32(code))].compactMap(\.self) }
      return false
    }
    // The final byte of a control sequence (ECMA-48, 5.4).
    repeat { kind = screen_read_key(&code) } while kind == OK && !(0x40...0x7e).contains(code)
    return true
  }

  private func readMouse() {
    var (row, column): (Int32, Int32) = (0, 0)
    while true {
      switch screen_read_mouse(&row, &column) {
      case screen_click: waiting.append(.click(Frame.Position(row: Int(row), column: Int(column))))
      case screen_wheel_up: waiting.append(.up)
      case screen_wheel_down: waiting.append(.down)
      default: return
      }
    }
  }
}

extension KeyPress {
  fileprivate init?(function code: Int32) {
    switch code {
    case KEY_UP: self = .up
    case KEY_DOWN: self = .down
    case KEY_LEFT: self = .left
    case KEY_RIGHT: self = .right
    case KEY_HOME: self = .home
    case KEY_END: self = .end
    case KEY_PPAGE: self = .pageUp
    case KEY_NPAGE: self = .pageDown
    case KEY_BTAB: self = .backTab
    case KEY_ENTER: self = .enter
    case KEY_BACKSPACE: self = .backspace
    case KEY_DC: self = .delete
    default: return nil
    }
  }

  fileprivate init?(character code: wint_t) {
    switch code {
    case 1: self = .home
    case 3: self = .interrupt
    case 4: self = .endOfInput
    case 5: self = .end
    case 8, 127: self = .backspace
    case 9: self = .tab
    case 10, 13: self = .enter
    case 21: self = .eraseLine
    case 23: self = .eraseWord
    case 27: self = .escape
    case 0..<32: return nil
    default:
      guard let scalar = Unicode.Scalar(code) else { return nil }
      self = .character(scalar)
    }
  }
}

extension Array {
  /// Slices of neighbours that belong together.
  fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices.dropFirst() where !belong(self[index - 1], self[index]) {
      chunks.append(self[start..<index])
      start = index
    }
    if start < endIndex { chunks.append(self[start...]) }
    return chunks
  }
}

/// The appearance of the styles on a terminal, with or without colours.
struct Palette {
  private let hasColours: Bool

  private enum Pair: Int16 {
    case usual, red, green, cyan, yellow, white, black
  }

  /// Sets up colours, if they are wanted and available.
  @MainActor
  init(hasColours: Bool) {
    self.hasColours = hasColours
    guard hasColours else { return }
    for (pair, colour) in [
      (Pair.red, COLOR_RED), (.green, COLOR_GREEN), (.cyan, COLOR_CYAN), (.yellow, COLOR_YELLOW),
    ] {
      init_pair(pair.rawValue, Int16(colour), -1)
    }
    init_pair(Pair.white.rawValue, Int16(COLOR_WHITE), Int16(COLOR_RED))
    init_pair(Pair.black.rawValue, Int16(COLOR_BLACK), Int16(COLOR_WHITE))
  }

  subscript(style: Frame.Style) -> (attributes: attr_t, pair: Int16) {
    let (attributes, pair) = look(of: style)
    return (attributes, hasColours ? pair.rawValue : 0)
  }

  private func look(of style: Frame.Style) -> (attr_t, Pair) {
    switch style {
    case .plain: (screen_normal, .usual)
    case .title: (screen_reverse | screen_bold, .usual)
    case .heading: (screen_bold, .usual)
    case .faint: (screen_dim, .usual)
    case .selected: (screen_reverse, .usual)
    case .field: (screen_underline, .usual)
    case .notice: (hasColours ? screen_normal : screen_bold, .green)
    case .alert: (hasColours ? screen_bold : screen_bold | screen_reverse, .white)
    case .warning: (screen_bold, .yellow)
    case .bar: (screen_normal, .cyan)
    case .lightBar: (screen_normal, .red)
    case .code: (hasColours ? screen_normal : screen_reverse, .black)
    }
  }
}
