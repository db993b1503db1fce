internal import Domain

extension User {
  /// The columns that `init(row:)` reads, of the table `users`.
  static let columns = "users.id, users.username, users.created_at"

  /// The user in a row that has `columns` from the column `start` on.
  init(row: some SQLRow, from start: Int = 0) throws {
    let username: Username
    do {
      username = try Username(row.value(start + 1))
    } catch is Refusal {
      throw Refusal.storeDamaged(cause: "a username breaks the rules")
    }
    self.init(
      id: try row.value(start), username: username, createdAt: try row.timestamp(start + 2))
  }
}

extension Counter {
  /// The columns that `init(row:)` reads, of the table `counters`.
  static let columns =
    "counters.id, counters.name, counters.name_key, counters.count, counters.changed_at"

  /// The table `counters`, as it is found through an index, which is called `listed`.
  ///
  /// An index says where a row is, and the row alone says whose it is: where a damaged index leads to
  /// what is another's, all columns are NULL, which is refused as damage.
  static let found = """
    counters AS listed LEFT JOIN counters
    ON counters.id = listed.id AND counters.user_id = listed.user_id
    """

  /// The counter in a row of `columns`.
  init(row: some SQLRow) throws {
    let changedAt: Int64? = try row.value(4)
    self.init(
      id: try row.value(0), name: CounterName(text: try row.value(1), key: try row.value(2)),
      count: try row.value(3), changedAt: changedAt.map(Timestamp.init(milliseconds:)))
  }
}

extension Edit {
  /// How many columns `columns(of:)` names.
  static let columnCount = 5

  /// The columns that both initialisers read, of the table `changes` under another name.
  static func columns(of table: String) -> String {
    ["kind", "amount", "count", "seq", "first_seq"].map { "\(table).\($0)" }
      .joined(separator: ", ")
  }

  /// How many changes came in with the import that this is, if it is one.
  var length: Int64? {
    if case .imported(let changes) = self { changes } else { nil }
  }

  /// The unit of undo whose last row has `columns(of:)` from the column `start` on.
  init(unitInRow row: some SQLRow, from start: Int) throws {
    let (sequence, first): (Int64, Int64?) = (try row.value(start + 3), try row.value(start + 4))
    if let first {
      self = .imported(changes: sequence &- first &+ 1)
    } else {
      try self.init(row: row, from: start)
    }
  }

  /// The edit in a row that has `columns(of:)` from the column `start` on, as itself.
  init(row: some SQLRow, from start: Int) throws {
    let kind: String = try row.value(start)
    switch kind {
    case "change": self = .add(try row.value(start + 1))
    case "set": self = .set(try row.value(start + 2))
    case "reset": self = .reset
    case "import": self = .imported(changes: 1)
    default: throw Refusal.storeDamaged(cause: "an edit is of the kind \(kind)")
    }
  }
}

extension Change {
  /// How many columns `columns` names.
  static let columnCount = 7 + 2 * Edit.columnCount
  /// Which of them is the time.
  static let timeColumn = 1

  /// The columns that `init(row:)` reads, of `changes AS change` with `joinedOriginal`.
  static let columns = """
    change.uid, change.time, change.kind, change.amount, change.count, original.uid,
    change.of_length, \(Edit.columns(of: "change")), \(Edit.columns(of: "original"))
    """

  /// Joins what an undo or redo is about.
  static let joinedOriginal = """
    LEFT JOIN changes AS original
    ON original.counter_id = change.counter_id AND original.seq = change.of_seq
    AND original.user_id = change.user_id
    """

  /// The change in a row of `columns`.
  init(row: some SQLRow) throws {
    let kind: String = try row.value(2)
    let event: Event
    switch kind {
    case "undo": event = .undid(try Self.original(row), of: try ChangeUID.id(row.sqlValue(5)))
    case "redo": event = .redid(try Self.original(row), of: try ChangeUID.id(row.sqlValue(5)))
    default: event = .made(try Edit(row: row, from: 7))
    }
    self.init(
      id: try ChangeUID.id(row.sqlValue(0)), time: try row.timestamp(1), event: event,
      amount: try row.value(3), count: try row.value(4))
  }

  /// What an undo or redo is about.
  private static func original(_ row: some SQLRow) throws -> Edit {
    let length: Int64? = try row.value(6)
    if let length { return .imported(changes: length) }
    return try Edit(row: row, from: 7 + Edit.columnCount)
  }
}
