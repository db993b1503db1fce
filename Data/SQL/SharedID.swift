internal import Domain

/// The rows of a file that have one text as identifier, and the account's changes that have it too.
struct SharedID<Connection: SQLConnection> {
  private let database: Connection
  private let uid: SQLValue
  private let rows: [(counter: Int64, number: Int64, line: Int, candidate: ChangeMatch.Candidate)]
  private let outcomes: [ChangeMatch.Outcome]

  /// Reads the rows and changes.
  init(_ uid: SQLValue, of owner: User, in database: Connection) throws {
    self.database = database
    self.uid = uid
    let text = try ChangeUID.id(uid).text
    rows = try database.rows(
      """
      SELECT nth, time, amount, author_key, coalesce(counter_id, -counter), counter, number, line
      FROM numbered_rows JOIN staged_counters ON staged_counters.id = counter
      WHERE uid = ? ORDER BY line
      """, [uid]
    ).map { row in
      (
        try row.value(5), try row.value(6), try row.value(7),
        try ChangeMatch.Candidate(row, text: text)
      )
    }
    let stored = try database.rows(
      """
      SELECT known.nth, known.time, known.amount, \(ImportSQL.authorKey), known.counter_id
      FROM changes AS known LEFT JOIN users AS writer ON writer.id = known.author
      WHERE known.uid = ? AND known.user_id = ? ORDER BY known.nth
      """, [uid, owner.id]
    ).map { try ChangeMatch.Candidate($0, text: text) }
    outcomes = ChangeMatch.outcomes(for: rows.map(\.candidate), among: stored)
  }

  /// The first line that contradicts a change of the account.
  var contradiction: Int? {
    zip(rows, outcomes).filter { $0.1 == .contradicting }.map(\.0.line).min()
  }

  /// Drops the rows that are not new, and numbers the others. Returns whether it dropped any.
  func settle() throws -> Bool {
    var hasDropped = false
    // From the greatest number, so that no row gets one that another still has.
    for (row, outcome) in zip(rows, outcomes).sorted(by: {
      $0.0.candidate.id.number > $1.0.candidate.id.number
    }) {
      switch outcome {
      case .known, .repeated:
        hasDropped = true
        try database.run(
          "DELETE FROM numbered_rows WHERE counter = ? AND number = ?", [row.counter, row.number])
      case .new(let number) where number != row.candidate.id.number:
        try database.run(
          "UPDATE numbered_rows SET nth = ? WHERE counter = ? AND number = ?",
          [number, row.counter, row.number])
      case .new, .contradicting: break
      }
      if case .repeated(let first) = outcome, rows[first].counter == row.counter {
        try database.run(
          "INSERT INTO repeated_rows (counter, number, first) VALUES (?, ?, ?)",
          [row.counter, row.number, rows[first].number])
      }
      if case .known(let number) = outcome {
        try database.run(
          """
          INSERT INTO known_rows (uid, nth, author_key, known_nth) VALUES (?, ?, ?, ?)
          ON CONFLICT DO NOTHING
          """,
          [uid, row.candidate.id.number, row.candidate.author, number])
      }
    }
    return hasDropped
  }
}

extension ChangeMatch.Candidate {
  fileprivate init(_ row: SQLRow, text: String) throws {
    self.init(
      id: Change.ID(text, number: try row.value(0)), time: try row.timestamp(1),
      amount: try row.value(2), author: try row.value(3),
      counter: try row.value(4))
  }
}
