internal import Domain

/// What the changes of one transaction know together, so that each of them neither reads again what
/// another one has read, nor saves what the next one changes.
///
/// Nobody else changes it meanwhile: the counters' rows are locked.
final class ChangeGroup {
  /// A member of a counter.
  struct MemberKey: Hashable {
    let counter: Int64
    let user: Int64
  }

  /// The accounts of the sessions that are valid.
  var users: [Session.ID: Int64] = [:]
  var counters: [Int64: CounterRow] = [:]
  var members: [MemberKey: MemberRow] = [:]
  private var changedCounters: Set<Int64> = []
  private var changedMembers: Set<MemberKey> = []

  /// Keeps the new standing of a counter and of the member who counted.
  func keep(
    _ standing: Standing, _ order: TimeOrder, _ period: PeriodSum?, of access: Access,
    at now: Timestamp
  ) {
    let counter = access.counter.id
    counters[counter]?.change(to: standing, order, period, at: now)
    changedCounters.insert(counter)
    guard let member = access.member else {
      counters[counter]?.changeOwn(to: standing)
      return
    }
    let key = MemberKey(counter: counter, user: member.user)
    members[key]?.tops = standing.tops
    changedMembers.insert(key)
  }

  /// Saves the changed rows.
  func save(in database: some SQLConnection) throws {
    for row in changedCounters.sorted().compactMap({ counters[$0] }) {
      try database.runLater(
        Access.saveSQL,
        [
          row.count, row.lastSequence, row.tops.undo, row.tops.redo, row.setSequence,
          row.order.newest, row.changedAt?.milliseconds, row.id, row.owner,
        ])
    }
    for key in changedMembers {
      guard let row = members[key] else { continue }
      try database.runLater(
        Access.saveTopsSQL, [row.tops.undo, row.tops.redo, key.counter, row.number])
    }
  }
}

/// The row of a counter.
struct CounterRow {
  let id: Int64
  /// The account that owns the counter.
  let owner: Int64
  private let name: CounterName
  private let target: Target?
  private(set) var count: Int64
  private(set) var changedAt: Timestamp?
  private(set) var lastSequence: Int64
  private(set) var setSequence: Int64?
  private(set) var order: TimeOrder
  /// What was added in the period of the target; `nil` before it was asked for.
  private(set) var period: PeriodSum?
  /// The tops of the owner's stacks.
  private(set) var tops: UndoTops

  /// Reads a row of `Access.counterSQL`.
  init(_ row: SQLRow) throws {
    let changedAt: Int64? = try row.value(4)
    id = try row.value(0)
    name = CounterName(text: try row.value(1), key: try row.value(2))
    count = try row.value(3)
    self.changedAt = changedAt.map(Timestamp.init(milliseconds:))
    target = try row.target()
    lastSequence = try row.value(7)
    owner = try row.value(Counter.columnCount)
    setSequence = try row.value(Counter.columnCount + 1)
    order = TimeOrder(
      orderedUntil: try row.value(Counter.columnCount + 2), lastSequence: lastSequence)
    tops = try row.undoTops(from: Counter.columnCount + 3)
  }

  /// The counter for its owner, or for a member with a permission.
  func counter(of owner: Username, permission: Role.Permission? = nil) -> Counter {
    Counter(
      id: id, name: name, owner: owner, permission: permission, count: count,
      changedAt: changedAt, target: target, version: lastSequence)
  }

  fileprivate mutating func change(
    to standing: Standing, _ order: TimeOrder, _ period: PeriodSum?, at now: Timestamp
  ) {
    (count, lastSequence) = (standing.count, standing.lastSequence)
    (self.order, self.period, changedAt) = (order, period, now)
  }

  fileprivate mutating func changeOwn(to standing: Standing) {
    (setSequence, tops) = (standing.setSequence, standing.tops)
  }
}

/// The row of a member.
struct MemberRow {
  /// The number of the member in the counter.
  let number: Int64
  /// The account of the member.
  let user: Int64
  /// Until when a guest counts; `nil` for anybody else.
  let countsUntil: Timestamp?
  let permission: Role.Permission
  let ownerName: Username
  /// The tops of the member's stacks.
  var tops: UndoTops

  /// Reads a row of `Access.memberSQL`.
  init(_ row: SQLRow, user: Int64) throws {
    let end: Int64? = try row.value(7)
    number = try row.value(0)
    self.user = user
    countsUntil = end.map(Timestamp.init(milliseconds:))
    permission = try Role.Permission(column: try row.value(1))
    tops = try row.undoTops(from: 2)
    ownerName = try User(row: row, from: 4).username
  }
}

extension SQLRow {
  fileprivate func undoTops(from start: Int) throws -> UndoTops {
    UndoTops(undo: try value(start), redo: try value(start + 1))
  }
}
