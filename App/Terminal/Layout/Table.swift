import Presentation

/// Rows of cells in columns, two spaces apart.
package struct Table: Equatable, Sendable {
  /// The alignment of a column.
  package enum Alignment: Equatable, Sendable {
    /// For text.
    case left
    /// For numbers.
    case right
  }

  /// One alignment per column.
  package let alignments: [Alignment]
  /// The rows, with one cell per column.
  package var rows: [[String]]
  /// How many of the first columns a long name leaves room for.
  private let essential: Int

  /// Creates a table of these rows.
  package init(alignments: [Alignment], rows: [[String]] = [], essential: Int = 2) {
    self.alignments = alignments
    self.rows = rows
    self.essential = essential
  }

  /// The widest column of names at a terminal, so that the other columns stay near short names.
  private static let widestName = 40
  /// The narrowest column of names at a terminal.
  private static let narrowestName = 8

  /// The rows as lines, aligned by display width. Nothing is shortened except names in the first
  /// column at a terminal, if `shorteningNames`; there columns that take their room are left out.
  package func lines(on metrics: TextMetrics, shorteningNames: Bool = false) -> [String] {
    var widths: [Int] = []
    return lines(
      of: shown(on: metrics, shorteningNames: shorteningNames), on: metrics, widths: &widths)
  }

  /// The rows as lines of a longer table: the columns are at least as wide as `widths`.
  package func lines(on metrics: TextMetrics, widths: inout [Int]) -> [String] {
    lines(of: shown(on: metrics, shorteningNames: false), on: metrics, widths: &widths)
  }

  private func lines(of shown: [[String]], on metrics: TextMetrics, widths: inout [Int]) -> [String]
  {
    let taken = shown.map { $0.map { metrics.width(of: $0) } }
    widths = alignments.indices.map { column in
      let before = widths.indices.contains(column) ? widths[column] : 0
      return taken.reduce(before) { max($0, $1[column]) }
    }
    return zip(shown, taken).map { row, taken in
      var line = ""
      for (column, cell) in row.enumerated()
      where widths[column] > 0 || !cell.isEmpty {
        let space = String(repeating: " ", count: widths[column] - taken[column])
        if column > 0 { line += "  " }
        line += alignments[column] == .left ? cell : space
        line += alignments[column] == .left ? space : cell
      }
      return trimmed(line)
    }
  }

  private func shown(on metrics: TextMetrics, shorteningNames: Bool) -> [[String]] {
    let shown = rows.map { $0.map(visible) }
    guard shorteningNames, metrics.isTerminal else { return shown }
    let widths = widths(fitting: metrics.columns, on: metrics)
    let longest = min(max(widths.first ?? 0, Self.narrowestName), Self.widestName)
    return shown.map { row in
      zip(row, widths).enumerated().map { column, cell in
        column == 0 ? metrics.shortened(cell.0, to: longest) : cell.1 > 0 ? cell.0 : ""
      }
    }
  }

  /// The widths of the columns within so many columns of the terminal, where the first one has names.
  /// 0 is left out: the columns beside the second go before the names, the last one first, and an
  /// essential one only when names would have no ten columns.
  package func widths(fitting columns: Int, on metrics: TextMetrics) -> [Int] {
    var widths = alignments.indices.map { column in
      rows.map { metrics.width(of: visible($0[column])) }.max() ?? 0
    }
    var room: Int {
      columns - widths.dropFirst().filter { $0 > 0 }.reduce(0) { $0 + $1 + 2 }
    }
    for column in widths.indices.dropFirst(2).reversed() {
      if room < min(widths[0], column < essential ? 10 : 20) { widths[column] = 0 }
    }
    widths[0] = min(widths[0], max(1, room))
    return widths
  }

  private func trimmed(_ line: String) -> String {
    let blank = UInt8(ascii: " ")
    guard line.utf8.last == blank else { return line }
    let end = line.utf8.lastIndex { $0 != blank }.map(line.utf8.index(after:))
    return String(line[..<(end ?? line.startIndex)])
  }
}
