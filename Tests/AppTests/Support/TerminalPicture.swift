import Presentation

@testable import Terminal

/// Emulates an xterm as far as ncurses uses it.
struct TerminalPicture {
  private(set) var rows: [[String]]
  private(set) var isAlternate = false
  private(set) var isCursorShown = true
  /// Whether the terminal reports clicks.
  private(set) var hasMouse = false
  /// Whether the terminal marks pasted text.
  private(set) var marksPastes = false
  /// The style sequences that were sent, as in `1;7`.
  private(set) var looks: Set<String> = []
  private var row = 0
  private var column = 0
  private var last = " "
  /// The scrolling region.
  private var region: ClosedRange<Int>
  private let size: (rows: Int, columns: Int)

  init(_ bytes: some Sequence<UInt8>, rows: Int = 24, columns: Int = 80) {
    size = (rows, columns)
    region = 0...rows - 1
    self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    var rest = Substring(String(decoding: Array(bytes), as: UTF8.self)).unicodeScalars
    while let scalar = rest.popFirst() { take(scalar, &rest) }
  }

  /// The rows without trailing blanks.
  var lines: [String] {
    rows.map { row in
      let last = row.lastIndex { $0 != " " }
      return row.prefix(last.map { $0 + 1 } ?? 0).joined()
    }
  }

  /// All rows, one per line.
  var text: String { lines.joined(separator: "\n") }

  private mutating func take(_ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) {
    switch scalar {
    case "\u{1B}": takeEscape(&rest)
    case "\r": column = 0
    case "\n": if row == region.upperBound { scroll(by: 1, in: region) } else { goDown() }
    case "\u{8}": column = max(0, column - 1)
    case "\t": column = min((column / 8 + 1) * 8, size.columns - 1)
    case "\u{7}", "\u{F}": break
    default: put(String(scalar), width: metrics.width(scalar))
    }
  }

  private mutating func put(_ text: String, width: Int) {
    guard width > 0 else { return rows[row][max(0, column - 1)] += text }
    if column + width > size.columns {
      column = 0
      goDown()
    }
    rows[row][column] = text
    for half in 1..<width where width > 1 { rows[row][column + half] = "" }
    column += width
    last = text
  }

  private mutating func takeEscape(_ rest: inout Substring.UnicodeScalarView) {
    guard let kind = rest.popFirst() else { return }
    switch kind {
    case "(": _ = rest.popFirst()
    case "M": if row == region.lowerBound { scroll(by: -1, in: region) } else { row -= 1 }
    case "[":
      let parameters = rest.prefix { !("@"..."~").contains($0) }
      rest = rest.dropFirst(parameters.count)
      guard let command = rest.popFirst() else { return }
      carryOut(command, String(parameters))
    default: break
    }
  }

  private mutating func carryOut(_ command: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 1)
    switch command {
    case "H":
      row = min(first, size.rows) - 1
      column = min(max(1, numbers.dropFirst().first ?? 1), size.columns) - 1
    case "A": row = max(0, row - first)
    case "B": row = min(size.rows - 1, row + first)
    case "C": column = min(size.columns - 1, column + first)
    case "D": column = max(0, column - first)
    case "G": column = min(first, size.columns) - 1
    case "d": row = min(first, size.rows) - 1
    case "r":
      region = first - 1...min(max(first, numbers.dropFirst().first ?? size.rows), size.rows) - 1
      (row, column) = (0, 0)
    case "S": scroll(by: first, in: region)
    case "T": scroll(by: -first, in: region)
    case "M": scroll(by: first, in: row...region.upperBound)
    case "L": scroll(by: -first, in: row...region.upperBound)
    case "J": erase(from: numbers.first == 2 ? 0 : row * size.columns + column)
    case "K": eraseLine(numbers.first ?? 0)
    case "X": for place in column..<min(size.columns, column + first) { rows[row][place] = " " }
    case "b": for _ in 0..<first { put(last, width: 1) }
    case "@":
      rows[row].insert(contentsOf: Array(repeating: " ", count: first), at: column)
      rows[row].removeLast(first)
    case "P":
      rows[row].removeSubrange(column..<min(size.columns, column + first))
      while rows[row].count < size.columns { rows[row].append(" ") }
    case "m": looks.formUnion(parameters.split(separator: ";").map(String.init))
    case "h", "l": set(parameters, to: command == "h")
    default: break
    }
  }

  private mutating func goDown() {
    row = min(row + 1, size.rows - 1)
  }

  /// Moves the rows of a region up, or down when `count` is negative.
  private mutating func scroll(by count: Int, in region: ClosedRange<Int>) {
    let before = rows
    for row in region {
      let isInside = region.contains(row + count)
      rows[row] = isInside ? before[row + count] : Array(repeating: " ", count: size.columns)
    }
  }

  private mutating func set(_ mode: String, to isOn: Bool) {
    if mode.contains("1049") { isAlternate = isOn }
    if mode.contains("1000") { hasMouse = isOn }
    if mode.contains("2004") { marksPastes = isOn }
    if mode.contains("25") { isCursorShown = isOn }
  }

  private mutating func erase(from start: Int) {
    for place in start..<size.rows * size.columns {
      rows[place / size.columns][place % size.columns] = " "
    }
  }

  private mutating func eraseLine(_ part: Int) {
    let range = part == 0 ? column..<size.columns : part == 1 ? 0..<column + 1 : 0..<size.columns
    for place in range { rows[row][place] = " " }
  }
}

/// The character widths of a terminal.
private let metrics = TextLocale.adopted.metrics(environment: Environment { _ in nil })
