import Domain

extension CounterRow {
  /// The sums of the stretches of a period in which something was entered.
  func sums(during period: Range<Timestamp>, by stretch: (Timestamp) -> Range<Timestamp>)
    -> [ChartBar]
  {
    let stretches = Set(entries.map(\.change.time).filter(period.contains).map(stretch))
    return stretches.map { $0.clamped(to: period) }.sorted { $0.lowerBound < $1.lowerBound }
      .map { ChartBar(start: $0.lowerBound, sum: exactSum(from: $0.lowerBound, to: $0.upperBound)) }
  }

  /// How many sets and resets of a period are not in its sums.
  func setsAndResets(during period: Range<Timestamp>) -> SetsAndResets {
    let standing = zip(entries, undone()).filter { entry, undone in
      undone <= 0 && entry.change.amount != 0 && period.contains(entry.change.time)
    }.map(\.0.change.event)
    let resets = standing.count { $0 == .made(.reset) }
    let sets = standing.count { if case .made(.set) = $0 { true } else { false } }
    return SetsAndResets(sets: Int64(sets), resets: Int64(resets))
  }

  /// The sum of a period, of one account or of all.
  func sum(from start: Timestamp, to end: Timestamp, by author: Int64? = nil) -> Int64? {
    Int64(exactly: exactSum(from: start, to: end, by: author))
  }

  /// The same, however large it is.
  func exactSum(from start: Timestamp, to end: Timestamp, by author: Int64? = nil) -> Int128 {
    zip(entries, undone()).reduce(Int128(0)) { sum, entry in
      guard let amount = entry.0.change.event.addition, entry.1 <= 0,
        entry.0.change.time >= start, entry.0.change.time < end,
        author == nil || author == entry.0.author
      else { return sum }
      return sum + Int128(amount)
    }
  }
}

extension Change.Event {
  /// What sums add.
  fileprivate var addition: Int64? {
    switch self {
    case .made(.add(let amount)): amount
    case .reverted(let amount, _, _, _): 0 &- amount
    default: nil
    }
  }
}
