extension Load.Record {
  static func += (sum: inout Self, other: Self) {
    sum.acknowledged.merge(other.acknowledged) { $1 }
    sum.unknown.formUnion(other.unknown)
    sum.failures += other.failures
    sum.longestPause = max(sum.longestPause, other.longestPause)
    sum.complaints += other.complaints
  }

  /// What contradicts a counter's history and count.
  func violations(in history: [DoorEntry], count: Int?) -> [String] {
    var violations = complaints
    // A control sends a change again under another identifier, which begins with the same.
    let times = Dictionary(grouping: history) { String($0.id.prefix { $0 != "#" }) }
    for (id, entries) in times where entries.count > 1 { violations.append("\(id) counts twice") }
    for (id, answer) in acknowledged {
      let entries = history.filter { $0.id == id }
      if entries.isEmpty { violations.append("\(id) was acknowledged and is absent") }
      if entries.contains(where: { $0.count != answer }) {
        violations.append("\(id) was answered with \(answer)")
      }
    }
    for id in times.keys where acknowledged[id] == nil && !unknown.contains(id) {
      if !acknowledged.keys.contains(where: { $0.hasPrefix("\(id)#") }) {
        violations.append("\(id) was told not to be saved")
      }
    }
    if history.map(\.count) != history.indices.map({ $0 + 1 }) {
      violations.append("the entries' counts do not follow each other")
    }
    if count != history.reduce(0, { $0 + $1.change }) {
      violations.append("the count \(String(describing: count)) is not the sum of the history")
    }
    let least = acknowledged.count
    if !(least...least + unknown.count).contains(count ?? -1) {
      violations.append(
        "\(least) acknowledged, \(unknown.count) unknown, \(String(describing: count)) there")
    }
    return violations
  }
}
