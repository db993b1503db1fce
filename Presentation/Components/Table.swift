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

  /// The rows as lines, aligned by how wide they are shown; never cut.
  public func lines(on page: Page) -> [String] {
    var widths: [Int] = []
    return lines(on: page, widths: &widths)
  }

  /// The rows as lines of a table that is longer than this: its columns are as wide as in the rows before,
  /// or wider.
  public func lines(on page: Page, widths: inout [Int]) -> [String] {
    let shown = rows.map { $0.map(visible) }
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

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop(while: { $0 == " " }).reversed())
  }
}
