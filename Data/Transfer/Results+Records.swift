internal import Domain

extension Results {
  /// The fields of each row, in the order in which they are written.
  var fields: [Record.Field] {
    switch self {
    case .counters: [.name, .count, .time]
    case .count: [.name, .count]
    case .sum: [.name, .change]
    case .chart: [.name, .time, .change]
    case .rows: Record.Field.allCases
    }
  }

  /// The rows.
  var records: [Record] {
    switch self {
    case .counters(let counters):
      counters.map { Record(name: $0.name, time: $0.changedAt, count: $0.count) }
    case .count(let counter): [Record(name: counter.name, count: counter.count)]
    case .sum(let sum, let name): [Record(name: name, change: sum)]
    // A sum that leaves 64 bits is missing.
    case .chart(let bars, let name):
      bars.map { Record(name: name, time: $0.start, change: $0.sum) }
    case .rows(let rows): rows.map { Record($0) }
    }
  }
}

extension Record {
  fileprivate init(
    name: CounterName, time: Timestamp? = nil, change: Int64? = nil, count: Int64? = nil
  ) {
    self.init()
    self[.name] = .text(name.text)
    self[.time] = time.map { .text($0.rfc3339) }
    self[.change] = change.map { .number(String($0)) }
    self[.count] = count.map { .number(String($0)) }
  }
}
