import Domain

/// A row of a file, with its line and its number among the rows of its counter.
struct NumberedRow: Sendable {
  let line: Int
  let row: TransferRow
  let number: Int

  /// Whether the row says to be an undo or redo of another.
  var isAboutAnother: Bool { [.undo, .redo].contains(row.kind) && row.of != nil }

  /// The rows of a file but for those that repeat; where a counter is made has no number of its own.
  static func rows(_ rows: [ImportRow]) -> [NumberedRow] {
    var seen: Set<Change.ID> = []
    var lengths: [String: Int] = [:]
    return rows.compactMap { imported in
      let (line, row) = (imported.line, imported.row)
      guard row.kind != .new else { return NumberedRow(line: line, row: row, number: 0) }
      guard seen.insert(row.id).inserted else { return nil }
      lengths[row.name.key, default: 0] += 1
      return NumberedRow(line: line, row: row, number: lengths[row.name.key] ?? 0)
    }
  }
}
