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

  /// Creates a table of these rows.
  package init(alignments: [Alignment], rows: [[String]] = []) {
    self.alignments = alignments
    self.rows = rows
  }

  /// The widest column of names at a terminal, so that the other columns stay near short names.
  private static let widestName = 40
  /// The narrowest column of names at a terminal.
  private static let narrowestName = 8

  /// The rows as lines, aligned by display width. Nothing is shortened except names in the first
  /// column at a terminal, if `shorteningNames`.
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
    let others = alignments.indices.dropFirst().reduce(0) { sum, column in
      let width = shown.map { metrics.width(of: $0[column]) }.max() ?? 0
      return width > 0 ? sum + 2 + width : sum
    }
    let room = min(max(metrics.columns - others, Self.narrowestName), Self.widestName)
    return shown.map { row in
      row.prefix(1).map { metrics.shortened($0, to: room) } + row.dropFirst()
    }
  }

  private func trimmed(_ line: String) -> String {
    let blank = UInt8(ascii: " ")
    guard line.utf8.last == blank else { return line }
    let end = line.utf8.lastIndex { $0 != blank }.map(line.utf8.index(after:))
    return String(line[..<(end ?? line.startIndex)])
  }
}
