internal import Domain

extension User {
  /// The columns of `users` that `init(row:)` reads.
  static let columns = "users.id, \(name(of: "users")), users.created_at"

  /// The name that members see; an account's is its username.
  static func name(of table: String) -> String {
    "coalesce(\(table).guest_name || '\(GuestName.mark)', \(table).username)"
  }

  /// The table `users`, where the key of the name is ?1. Its index is not believed, as in
  /// `Counter.found(where:)`.
  static let named = """
    users AS listed LEFT JOIN users
    ON users.id = listed.id AND users.username_key = listed.username_key
      AND listed.username_key = ?1
    WHERE listed.username_key = ?1
    """

  /// Reads a user from a row, beginning at the column `start`.
  init(row: SQLRow, from start: Int = 0) throws {
    let username: Username
    do {
      let name: String = try row.value(start + 1)
      let parts = name.unicodeScalars.dropLast(GuestName.mark.unicodeScalars.count)
      username =
        GuestName.isMarked(name) ? Username(guestNamed: String(parts)) : try Username(name)
    } catch is Refusal {
      throw Refusal.store(.damaged(cause: "a username is invalid"))
    }
    self.init(
      id: try row.value(start), username: username, createdAt: try row.timestamp(start + 2))
  }
}

extension Counter {
  /// The columns of `counters` that `init(row:)` reads.
  static let columns = columns(
    dayStart: "(SELECT host.day_start FROM users AS host WHERE host.id = counters.user_id)")

  /// The same, where the owner's day start has this expression.
  static func columns(dayStart: String) -> String {
    """
    counters.id, counters.name, counters.name_key, counters.count, counters.changed_at,
    counters.target, counters.at_most, counters.last_seq, counters.target_per,
    counters.target_zone, CASE WHEN counters.target_per IS NOT NULL THEN \(dayStart) END
    """
  }
  /// The number of columns.
  static let columnCount = 11

  /// The table `counters`, joined with an index on it named `listed`, where a condition on this holds.
  ///
  /// An index says where a row is, and the row says whose it is. The condition is asked again of what
  /// was found, because a search in a damaged index may end at an entry for which it does not hold. If
  /// the index leads to somebody else's row, all columns are NULL, which is reported as damage. The plus
  /// sign keeps SQLite from asking another index instead of the row.
  static func found(where condition: String, joining others: String = "") -> String {
    """
    counters AS listed LEFT JOIN counters
    ON counters.id = listed.id AND +counters.user_id = listed.user_id AND \(condition)
    \(others)
    WHERE \(condition)
    """
  }

  /// Reads a counter from a row; `permission` is `nil` for its owner.
  init(row: SQLRow, owner: Username, permission: Role.Permission? = nil) throws {
    let changedAt: Int64? = try row.value(4)
    self.init(
      id: try row.value(0), name: CounterName(text: try row.value(1), key: try row.value(2)),
      owner: owner, permission: permission, count: try row.value(3),
      changedAt: changedAt.map(Timestamp.init(milliseconds:)), target: try row.target(),
      version: try row.value(7))
  }
}

extension Edit {
  /// The number of columns of `columns(of:)`.
  static let columnCount = 6

  /// The columns of `changes`, under an alias, that both initialisers read.
  static func columns(of table: String) -> String {
    ["kind", "amount", "count", "seq", "first_seq", "reverts"].map { "\(table).\($0)" }
      .joined(separator: ", ")
  }

  /// The number of changes, if this is an import.
  var length: Int64? {
    if case .imported(let changes) = self { changes } else { nil }
  }

  /// Reads the unit of undo whose last row begins at the column `start`.
  init(unitInRow row: SQLRow, from start: Int) throws {
    let (sequence, first): (Int64, Int64?) = (try row.value(start + 3), try row.value(start + 4))
    if let first {
      self = .imported(changes: sequence &- first &+ 1)
    } else {
      try self.init(row: row, from: start)
    }
  }

  /// Reads the edit of a single row that begins at the column `start`.
  init(row: SQLRow, from start: Int) throws {
    switch try row.kind(start) {
    case .change:
      let (amount, reverted): (Int64, Int64?) = (try row.value(start + 1), try row.value(start + 5))
      self = reverted == nil ? .add(amount) : .revert(of: 0 &- amount)
    case .set: self = .set(try row.value(start + 2))
    case .reset: self = .reset
    case .imported: self = .imported(changes: 1)
    case .new, .undo, .redo, .revert:
      throw Refusal.store(.damaged(cause: "an undo has an invalid subject"))
    }
  }
}

extension Change {
  /// The number of columns.
  static let columnCount = authorColumn + 6
  /// The column of the author's account; the next has the name of an imported author, then come the
  /// numbers of the change and of its subject in files, the note, and the number of the entry.
  static let authorColumn = 7 + 2 * Edit.columnCount
  /// The column of the entry's number.
  static let numberColumn = authorColumn + 5
  /// The column of the time.
  static let timeColumn = 1

  /// The columns of `changes AS change` with `joinedOriginal` that `init(row:)` reads.
  static let columns = """
    change.uid, change.time, change.kind, change.amount, change.count, original.uid,
    change.of_length, \(Edit.columns(of: "change")), \(Edit.columns(of: "original")),
    change.author, change.by_name, change.nth, original.nth, change.note, change.seq
    """

  /// Joins the subject of an undo, redo or revert.
  static let joinedOriginal = """
    LEFT JOIN changes AS original
    ON original.counter_id = change.counter_id
    AND original.seq = coalesce(change.of_seq, change.reverts)
    AND original.user_id = change.user_id
    """

  /// Reads a change from a row, with its author from `authors`.
  init(row: SQLRow, authors: Authors) throws {
    let event: Event
    func subject() throws -> Change.ID {
      try ChangeUID.id(row.values[5], number: try row.value(Self.authorColumn + 3))
    }
    switch try row.kind(2) {
    case .undo: event = .undid(try Self.original(row), of: try subject())
    case .redo: event = .redid(try Self.original(row), of: try subject())
    case .new, .change, .set, .reset, .imported, .revert:
      let edit = try Edit(row: row, from: 7)
      event =
        if case .revert(let amount) = edit {
          .reverted(
            amount, number: try row.value(12), at: try row.timestamp(Self.timeColumn),
            of: try subject())
        } else { .made(edit) }
    }
    self.init(
      number: try row.value(Self.numberColumn),
      id: try ChangeUID.id(row.values[0], number: try row.value(Self.authorColumn + 2)),
      time: try row.timestamp(1), event: event,
      amount: try row.value(3), count: try row.value(4),
      author: authors.author(
        account: try row.value(Self.authorColumn), name: try row.value(Self.authorColumn + 1)),
      note: (try row.value(Self.authorColumn + 4) as String?).map(Note.init(stored:)))
  }

  /// The subject of an undo or redo.
  private static func original(_ row: SQLRow) throws -> Edit {
    let length: Int64? = try row.value(6)
    if let length { return .imported(changes: length) }
    return try Edit(row: row, from: 7 + Edit.columnCount)
  }
}

/// The usernames of a counter's authors, by account.
struct Authors {
  private let owner: Username
  private var members: [Int64: Username] = [:]

  /// Creates a list with only the owner.
  init(owner: Username) {
    self.owner = owner
  }

  /// Reads the authors of `rows` of `Change.columns`.
  mutating func read(_ rows: [SQLRow], in database: some SQLConnection) throws {
    for row in rows {
      guard let account: Int64 = try row.value(Change.authorColumn), members[account] == nil
      else { continue }
      let user = try database.row("SELECT \(User.columns) FROM users WHERE id = ?", [account])
      members[account] = try user.map { try User(row: $0).username }
    }
  }

  /// The author with that account (`nil` for the owner); `name` is an imported author's.
  func author(account: Int64?, name: String?) -> Change.Author {
    if let name { return .imported(name) }
    guard let account else { return .account(owner) }
    return members[account].map(Change.Author.account) ?? .former
  }
}

extension SQLRow {
  /// The target in a row that begins with `Counter.columns`.
  func target() throws -> Target? {
    let (number, atMost): (Int64?, Int64) = (try value(5), try value(6))
    let span: String? = try value(8)
    return try number.map {
      Target($0, isLimit: atMost == 1, in: span == nil ? nil : try targetPeriod(from: 8))
    }
  }

  /// The period of a target in three columns: its span, its time zone and its owner's day start.
  func targetPeriod(from start: Int) throws -> Target.Period {
    guard let span = Span(rawValue: try value(start)),
      let dayStart = DayStart(minutes: try value(start + 2))
    else {
      throw Refusal.store(.damaged(cause: "a target has an invalid period"))
    }
    return Target.Period(span, zone: try value(start + 1), dayStart: dayStart)
  }

  /// The kind of a change.
  ///
  /// - Throws: `Refusal.store(.damaged)` for an unknown one.
  func kind(_ column: Int) throws -> TransferRow.Kind {
    let text: String = try value(column)
    guard let kind = TransferRow.Kind(rawValue: text) else {
      throw Refusal.store(.damaged(cause: "an unknown kind of change: \(text)"))
    }
    return kind
  }

  /// The sum of two columns, the upper half at `start` and the lower 32 bits in the next, because
  /// SQLite's sum of 64-bit numbers overflows.
  func halvedSum(from start: Int) throws -> Int128 {
    let (high, low): (Int64?, Int64?) = (try value(start), try value(start + 1))
    return Int128(high ?? 0) << 32 + Int128(low ?? 0)
  }
}
