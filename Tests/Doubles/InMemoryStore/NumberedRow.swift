import Domain

/// An imported row with its line and its number within its counter.
struct NumberedRow: Sendable {
  let line: Int
  let row: TransferRow
  let number: Int

  /// Whether the row is an undo or redo with a subject.
  var isAboutAnother: Bool { [.undo, .redo].contains(row.kind) && row.of != nil }

  /// The key that identifies a change in a file.
  struct Key: Hashable, Sendable {
    let id: Change.ID
    let author: String

    init(_ id: Change.ID, by author: String) {
      self.id = id
      self.author = author.lowercased()
    }
  }

  /// The key of the row when this account imports it.
  func key(for user: User) -> Key { Key(row.id, by: row.by ?? user.username.text) }

  /// The stored author; the importer is not stored.
  func byName(for user: User) -> String? {
    row.by?.lowercased() == user.username.key ? nil : row.by
  }

  /// The rows without repeats; a `new` row has no number.
  static func rows(_ rows: [ImportRow], for user: User) -> [NumberedRow] {
    var seen: Set<Key> = []
    var lengths: [String: Int] = [:]
    return rows.compactMap { imported in
      let (line, row) = (imported.line, imported.row)
      guard row.kind != .new else { return NumberedRow(line: line, row: row, number: 0) }
      let number = (lengths[row.name.key] ?? 0) + 1
      let numbered = NumberedRow(line: line, row: row, number: number)
      guard seen.insert(numbered.key(for: user)).inserted else { return nil }
      lengths[row.name.key] = number
      return numbered
    }
  }
}
