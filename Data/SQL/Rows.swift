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
  static let columns = """
    counters.id, counters.name, counters.name_key, counters.count, counters.changed_at,
    counters.target
    """
  /// How many columns `columns` names.
  static let columnCount = 6

  /// The table `counters`, as it is found through an index, which is called `listed`.
  ///
  /// An index says where a row is, and the row alone says whose it is: where a damaged index leads to
  /// what is another's, all columns are NULL, which is refused as damage.
  static let found = """
    counters AS listed LEFT JOIN counters
    ON counters.id = listed.id AND counters.user_id = listed.user_id
    """

  /// The counter in a row of `columns`; `permission` is `nil` for its owner.
  init(row: some SQLRow, owner: Username, permission: Role.Permission? = nil) throws {
    let changedAt: Int64? = try row.value(4)
    self.init(
      id: try row.value(0), name: CounterName(text: try row.value(1), key: try row.value(2)),
      owner: owner, permission: permission, count: try row.value(3),
      changedAt: changedAt.map(Timestamp.init(milliseconds:)), target: try row.value(5))
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
  static let columnCount = authorColumn + 2
  /// Which of them are the author's account, and the name of an author that came with an import.
  static let authorColumn = 7 + 2 * Edit.columnCount
  /// Which of them is the time.
  static let timeColumn = 1

  /// The columns that `init(row:)` reads, of `changes AS change` with `joinedOriginal`.
  static let columns = """
    change.uid, change.time, change.kind, change.amount, change.count, original.uid,
    change.of_length, \(Edit.columns(of: "change")), \(Edit.columns(of: "original")),
    change.author, change.by_name
    """

  /// Joins what an undo or redo is about.
  static let joinedOriginal = """
    LEFT JOIN changes AS original
    ON original.counter_id = change.counter_id AND original.seq = change.of_seq
    AND original.user_id = change.user_id
    """

  /// The change in a row of `columns`, with its author among `authors`.
  init(row: some SQLRow, authors: Authors) throws {
    let kind: String = try row.value(2)
    let event: Event
    switch kind {
    case "undo": event = .undid(try Self.original(row), of: try ChangeUID.id(row.sqlValue(5)))
    case "redo": event = .redid(try Self.original(row), of: try ChangeUID.id(row.sqlValue(5)))
    default: event = .made(try Edit(row: row, from: 7))
    }
    self.init(
      id: try ChangeUID.id(row.sqlValue(0)), time: try row.timestamp(1), event: event,
      amount: try row.value(3), count: try row.value(4),
      author: authors.author(
        account: try row.value(Self.authorColumn), name: try row.value(Self.authorColumn + 1)))
  }

  /// What an undo or redo is about.
  private static func original(_ row: some SQLRow) throws -> Edit {
    let length: Int64? = try row.value(6)
    if let length { return .imported(changes: length) }
    return try Edit(row: row, from: 7 + Edit.columnCount)
  }
}

/// Who made the changes of a counter, by their accounts.
struct Authors {
  private let owner: Username
  private var members: [Int64: Username] = [:]

  /// The authors of a counter's changes, of which only the owner is known yet.
  init(owner: Username) {
    self.owner = owner
  }

  /// Looks up whom `rows` of `Change.columns` name.
  mutating func read(_ rows: [some SQLRow], in database: some SQLConnection) throws {
    for row in rows {
      guard let account: Int64 = try row.value(Change.authorColumn), members[account] == nil
      else { continue }
      let user = try database.row("SELECT \(User.columns) FROM users WHERE id = ?", [account])
      members[account] = try user.map { try User(row: $0).username }
    }
  }

  /// The author with that account, which is `nil` for the owner; `name` is one that came with an import.
  func author(account: Int64?, name: String?) -> Change.Author {
    if let name { return .imported(name) }
    guard let account else { return .account(owner) }
    return members[account].map(Change.Author.account) ?? .former
  }
}

extension SQLRow {
  /// The sum whose upper half and lower 32 bits are in the column `start` and the next: SQLite's sum of 64-bit numbers
  /// overflows.
  func halvedSum(from start: Int) throws -> Int128 {
    let (high, low): (Int64?, Int64?) = (try value(start), try value(start + 1))
    return Int128(high ?? 0) << 32 + Int128(low ?? 0)
  }

  /// The same sum; `nil` when it leaves 64 bits.
  func sum(from start: Int) throws -> Int64? { Int64(exactly: try halvedSum(from: start)) }
}
