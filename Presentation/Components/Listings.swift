import Domain

extension Table {
  /// A list without counters.
  public static let emptyList = Table(alignments: [.left, .right, .left])
  /// A history without changes.
  public static let emptyHistory = Table(alignments: [.left, .left, .right])

  /// The counters: name, count, when it was last changed.
  public init(listing counters: [Counter], in days: any Days) {
    self = .emptyList
    rows = counters.map { counter in
      let changed = counter.changedAt.map { days.civilTime(at: $0).minuteText }
      return [counter.name.text, String(counter.count), changed ?? "never"]
    }
  }

  /// Changes: when, what it was, the count after it.
  public init(history changes: [Change], in days: any Days) {
    self = .emptyHistory
    rows = changes.map {
      [days.civilTime(at: $0.time).secondText, $0.event.words, String($0.count)]
    }
  }
}

extension BarChart {
  /// Sums by stretches of time, each labelled with its beginning.
  public init(_ bars: [ChartBar], by span: Span, in days: any Days) {
    self.init(
      bars: bars.map { bar in
        let start = days.civilTime(at: bar.start)
        return Bar(label: span == .hour ? start.minuteText : start.dayText, value: bar.sum)
      })
  }
}
