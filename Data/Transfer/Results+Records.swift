internal import Domain

extension Results {
  /// The fields of each row, in output order.
  var fields: [Record.Field] {
    switch self {
    case .counters: [.name, .count, .time, .owner, .role, .target, .change, .atMost, .left, .per]
    case .count: [.name, .count, .owner, .role, .target, .atMost, .left, .per]
    case .sum: [.name, .change]
    case .members: [.name, .role, .today, .change]
    case .invitations: [.number, .role, .until, .guests, .places]
    case .chart: [.name, .time, .change]
    case .weekdays: [.name, .weekday, .change]
    case .statistics:
      [.name, .since, .days, .change, .average, .bestTime, .best, .streak, .longestStreak]
        + Record.Field.weekdays
    case .rows: Record.Field.ofRows
    case .history: Record.Field.ofHistory
    }
  }

  /// The rows.
  var records: [Record] {
    switch self {
    case .counters(let summaries):
      summaries.map {
        var record = Record($0.counter)
        record[.time] = $0.counter.changedAt.map { .text($0.rfc3339) }
        record[.change] = .number($0.change)
        return record
      }
    case .count(let counter): [Record(counter)]
    case .sum(let sum, let name): [Record(name: name, change: sum)]
    case .members(let members): members.map { Record($0) }
    case .invitations(let invitations): invitations.map { Record($0) }
    // A sum out of range is left out.
    case .chart(let bars, let name):
      bars.map { Record(name: name, time: $0.start, change: $0.sum) }
    case .weekdays(let sums, let name):
      zip(Record.Field.weekdays, sums).map { weekday, sum in
        var record = Record(name: name, change: sum)
        record[.weekday] = .text(weekday.rawValue)
        return record
      }
    case .statistics(let statistics, let name): [Record(statistics, of: name)]
    case .rows(let rows): rows.map { Record($0) }
    case .history(let changes, let name):
      changes.map {
        var record = Record(TransferRow($0, of: name))
        record[.number] = .number($0.number)
        return record
      }
    }
  }
}

extension Record {
  fileprivate init(_ counter: Counter) {
    self.init()
    self[.name] = .text(counter.typedName)
    self[.count] = .number(counter.count)
    self[.owner] = .text(counter.owner.text)
    self[.role] = .role(counter.permission)
    self[.target] = .number(counter.target?.number)
    self[.atMost] = counter.target.map { .boolean($0.isLimit) }
    self[.left] = .number(counter.target?.left(at: counter.reached))
    self[.per] = (counter.target?.period?.span.rawValue).map { .text($0) }
  }

  fileprivate init(_ member: Member) {
    self.init()
    self[.name] = .text(member.username.text)
    self[.role] = .role(member.permission)
    self[.today] = .number(member.recent)
    self[.change] = .number(member.total)
  }

  fileprivate init(_ invitation: Invitation) {
    self.init()
    self[.number] = .number(invitation.number)
    self[.role] = .role(invitation.permission)
    self[.until] = .text(invitation.end.rfc3339)
    self[.guests] = .number(Int64(invitation.taken))
    self[.places] = .number(Int64(invitation.places))
  }

  fileprivate init(_ statistics: Statistics, of name: String) {
    self.init(name: name, change: statistics.sum)
    self[.since] = .text(statistics.start.rfc3339)
    self[.days] = .number(statistics.days)
    self[.average] = statistics.average.map { .number($0) }
    self[.bestTime] = statistics.best.map { .text($0.start.rfc3339) }
    self[.best] = .number(statistics.best?.sum)
    self[.streak] = .number(statistics.streak)
    self[.longestStreak] = .number(statistics.longestStreak)
    for (weekday, sum) in zip(Field.weekdays, statistics.weekdays) { self[weekday] = .number(sum) }
  }

  fileprivate init(name: String, time: Timestamp? = nil, change: Int64?) {
    self.init()
    self[.name] = .text(name)
    self[.time] = time.map { .text($0.rfc3339) }
    self[.change] = .number(change)
  }
}

extension Record.Value? {
  fileprivate static func number(_ number: Int64?) -> Self {
    number.map { .some(.number(String($0))) } ?? .none
  }

  /// The role of somebody with this permission; `nil` is the owner.
  fileprivate static func role(_ permission: Role.Permission?) -> Self {
    .some(.text(permission?.rawValue ?? "owner"))
  }
}
