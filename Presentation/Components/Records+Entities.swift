import Domain

extension Records {
  /// The counters with their counts and when each was last changed: `name`, `count`, `time`.
  public init(listing counters: [Counter]) {
    self.init(
      fields: ["name", "count", "time"],
      rows: counters.map { counter in
        [.text(counter.name.text), .integer(counter.count), time(counter.changedAt)]
      })
  }

  /// A counter with its count: `name`, `count`.
  public init(count counter: Counter) {
    self.init(
      fields: ["name", "count"], rows: [[.text(counter.name.text), .integer(counter.count)]])
  }

  /// What was added to a counter in a stretch of time: `name`, `change`.
  public init(sum: Int64, of name: CounterName) {
    self.init(fields: ["name", "change"], rows: [[.text(name.text), .integer(sum)]])
  }

  /// The bars of a counter's chart: `name`, `time` (where the bar begins), `change`, which is nothing when the
  /// sum leaves 64 bits.
  public init(chart bars: [ChartBar], of name: CounterName) {
    self.init(
      fields: ["name", "time", "change"],
      rows: bars.map { [.text(name.text), time($0.start), $0.sum.map(Value.integer) ?? .null] })
  }

  /// A counter's history, in the fields of an export.
  public init(history changes: [Change], of name: CounterName) {
    self.init(exporting: changes.map { TransferRow($0, of: name) })
  }

  /// Rows of an export: `id`, `name`, `time`, `kind`, `change`, `count`, `of`.
  public init(exporting rows: [TransferRow]) {
    self.init(
      fields: ["id", "name", "time", "kind", "change", "count", "of"],
      rows: rows.map { row in
        [
          .text(row.id.text), .text(row.name.text), time(row.time), .text(row.kind.rawValue),
          .integer(row.change), .integer(row.count), row.subject.map(Records.Value.text) ?? .null,
        ]
      })
  }
}

extension TransferRow {
  /// What an undo or redo is about: an identifier, and where it is the last of several changes, a tab,
  /// which no identifier has in it, and how many they are.
  fileprivate var subject: String? {
    guard let of, changes > 1 else { return of?.text }
    return "\(of.text)\t\(changes)"
  }
}

private func time(_ moment: Timestamp?) -> Records.Value {
  moment.map { .text($0.rfc3339) } ?? .null
}
