import Domain

/// An imported row with its line and its number within its counter.
struct NumberedRow: Sendable {
  let line: Int
  let row: TransferRow
  let number: Int

  /// Whether the row is an undo or redo with a subject.
  var isAboutAnother: Bool { [.undo, .redo].contains(row.kind) && row.of != nil }

  /// The rows without repeats; a `new` row has no number.
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
