/// Rows of cells that are laid out in columns, two spaces apart.
public struct Table: Equatable, Sendable {
  /// At which side of its column a cell stands.
  public enum Alignment: Equatable, Sendable {
    /// As texts stand.
    case left
    /// As numbers stand.
    case right
  }

  /// One alignment for each column.
  public let alignments: [Alignment]
  /// The rows, each with a cell for each column.
  public var rows: [[String]]

  /// A table of these rows.
  public init(alignments: [Alignment], rows: [[String]] = []) {
    self.alignments = alignments
    self.rows = rows
  }

  /// How wide a column of names gets at a terminal, so that what is next to it stays near the shorter ones.
  private static let widestName = 40
  /// What is left of a name on a terminal that is narrower than its rows.
  private static let narrowestName = 8

  /// The rows as lines, aligned by how wide they are shown. Nothing is cut but names in the first column at a
  /// terminal, when the caller says that there are names.
  public func lines(on page: Page, shorteningNames: Bool = false) -> [String] {
    var widths: [Int] = []
    return lines(of: shown(on: page, shorteningNames: shorteningNames), on: page, widths: &widths)
  }

  /// The rows as lines of a table that is longer than this: its columns are as wide as in the rows before,
  /// or wider.
  public func lines(on page: Page, widths: inout [Int]) -> [String] {
    lines(of: shown(on: page, shorteningNames: false), on: page, widths: &widths)
  }

  private func lines(of shown: [[String]], on page: Page, widths: inout [Int]) -> [String] {
    widths = alignments.indices.map { column in
      let before = widths.indices.contains(column) ? widths[column] : 0
      return shown.reduce(before) { max($0, page.width(of: $1[column])) }
    }
    return shown.map { row in
      let cells = alignments.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - page.width(of: row[column]))
        return alignments[column] == .left ? row[column] + space : space + row[column]
      }
      return trimmed(cells.joined(separator: "  "))
    }
  }

  private func shown(on page: Page, shorteningNames: Bool) -> [[String]] {
    let shown = rows.map { $0.map(visible) }
    guard shorteningNames, page.isTerminal else { return shown }
    let others = alignments.indices.dropFirst().reduce(0) { sum, column in
      sum + 2 + (shown.map { page.width(of: $0[column]) }.max() ?? 0)
    }
    let room = min(max(page.columns - others, Self.narrowestName), Self.widestName)
    return shown.map { row in row.prefix(1).map { page.shortened($0, to: room) } + row.dropFirst() }
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop(while: { $0 == " " }).reversed())
  }
}
