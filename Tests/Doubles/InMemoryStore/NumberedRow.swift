import Domain
import Foundation

/// An imported row with its line and its number within its counter.
struct NumberedRow: Sendable {
  /// What an account's changes, and new rows, are known by in a file.
  struct Names: Sendable {
    fileprivate var known: [Key: Int64] = [:]
    /// All rows of the file, also those that are not new.
    fileprivate var rows: [NumberedRow] = []
    /// The lines of repeated rows, each with the line of the row that stays.
    fileprivate var repeated: [Int: Int] = [:]

    /// The row that an undo or redo of the file means.
    func row(meantBy entry: NumberedRow, for user: User) -> NumberedRow? {
      let earlier = rows.filter {
        $0.row.id == entry.row.of && $0.counter == entry.counter
          && $0.row.kind != .new && $0.line < entry.line
      }
      let plain = earlier.filter { !$0.isAboutAnother }
      let candidates = entry.row.changes > 1 || plain.isEmpty ? earlier : plain
      let author = entry.key(for: user).author
      let meant = candidates.last { $0.key(for: user).author == author } ?? candidates.last
      guard let line = meant.flatMap({ repeated[$0.line] }) else { return meant }
      return rows.first { $0.line == line }
    }

    /// The identifier of the subject of an undo or redo.
    func subject(of row: TransferRow, for user: User) -> Change.ID? {
      guard let id = row.of else { return nil }
      let author = ChangeMatch.authorKey(of: row.by, for: user.username)
      let number =
        known[Key(id: id, author: author)] ?? known.filter { $0.key.id == id }.values.min()
        ?? id.number
      return Change.ID(id.text, number: number)
    }
  }

  fileprivate struct Key: Hashable {
    let id: Change.ID
    let author: String
  }

  private struct Content: Hashable {
    let key: Key
    let time: Timestamp
    let amount: Int64
    let counter: Int
  }

  let line: Int
  let row: TransferRow
  /// The number of its counter within the file.
  let counter: Int
  let number: Int
  /// The identifier that it gets.
  private(set) var id: Change.ID

  /// Whether the row is an undo or redo with a subject.
  var isAboutAnother: Bool { [.undo, .redo].contains(row.kind) && row.of != nil }

  /// The stored author; the importer is not stored.
  func byName(for user: User) -> String? {
    ChangeMatch.authorKey(of: row.by, for: user.username).isEmpty ? nil : row.by
  }

  /// The key of its author.
  func author(for user: User) -> String { key(for: user).author }

  fileprivate func key(for user: User) -> Key {
    Key(id: row.id, author: ChangeMatch.authorKey(of: row.by, for: user.username))
  }

  /// The rows that are not among the account's changes; a `new` row has no number.
  ///
  /// - Throws: `Refusal.badRow` with the first row that contradicts a change.
  static func new(
    _ numbered: [NumberedRow], for user: User, among stored: [ChangeMatch.Candidate],
    in matched: [Int: Int64]
  ) throws(Refusal) -> (rows: [NumberedRow], names: Names) {
    var numbered = numbered
    var names = Names()
    names.rows = numbered
    var badLine: Int?
    for (text, places) in Dictionary(
      grouping: numbered.indices.filter { numbered[$0].row.kind != .new },
      by: { numbered[$0].row.id.text })
    {
      let outcomes = ChangeMatch.outcomes(
        for: places.map { numbered[$0].candidate(for: user, in: matched) },
        among: stored.filter { $0.id.text == text })
      for (place, outcome) in zip(places, outcomes) {
        let entry = numbered[place]
        switch outcome {
        case .new(let number): numbered[place].id = Change.ID(text, number: number)
        case .repeated(let first):
          numbered[place].isDropped = true
          names.repeated[entry.line] = numbered[places[first]].line
        case .known(let number):
          numbered[place].isDropped = true
          let key = entry.key(for: user)
          if names.known[key] == nil { names.known[key] = number }
        case .contradicting: badLine = min(badLine ?? entry.line, entry.line)
        }
      }
    }
    if let badLine { throw .badRow(line: badLine, .identifierTaken) }
    return (numbered.filter { !$0.isDropped }, names)
  }

  private var isDropped = false

  private func candidate(
    for user: User, in matched: [Int: Int64]
  ) -> ChangeMatch.Candidate {
    ChangeMatch.Candidate(
      id: row.id, time: row.time, amount: row.change, author: key(for: user).author,
      counter: matched[counter] ?? -Int64(counter))
  }

  /// Whether it is a change that the account has under the same identifier.
  func isKnown(as stored: ChangeMatch.Candidate, for user: User) -> Bool {
    let authors = [key(for: user).author, stored.author]
    return row.id == stored.id
      && (row.time == stored.time && row.change == stored.amount || row.id.isMade)
      && (authors[0] == authors[1] || authors.contains(ChangeMatch.formerKey))
  }

  /// The rows without equal ones of the same counter.
  static func rows(_ rows: [ImportRow], for user: User) -> [NumberedRow] {
    var seen: Set<Content> = []
    var lengths: [Int: Int] = [:]
    var (named, made): ([String: Int], [Change.ID: Int]) = ([:], [:])
    var last = 0
    return rows.compactMap { imported in
      let (line, row) = (imported.line, imported.row)
      let isMaking = row.kind == .new && row.id.isOfCounter
      let renamed = isMaking ? made[row.id] : nil
      if let renamed { named = named.filter { $0.value != renamed } }
      let counter = renamed ?? named[row.name.key] ?? last + 1
      last = max(last, counter)
      named[row.name.key] = counter
      if isMaking { made[row.id] = counter }
      guard row.kind != .new else {
        return NumberedRow(line: line, row: row, counter: counter, number: 0, id: row.id)
      }
      let number = (lengths[counter] ?? 0) + 1
      let numbered = NumberedRow(
        line: line, row: row, counter: counter, number: number, id: row.id)
      let content = Content(
        key: numbered.key(for: user), time: row.time, amount: row.change, counter: counter)
      guard seen.insert(content).inserted else { return nil }
      lengths[counter] = number
      return numbered
    }
  }
}

extension Change.ID {
  /// Whether a store could have made it for a counter; a user's own cannot be one.
  var isOfCounter: Bool { UUID(uuidString: text) != nil }
}
