import Domain

/// An imported undo or redo that no entry links to its subject.
struct LooseUndo: Sendable {
  /// The place of its subject.
  let subject: Int
  let id: Change.ID
  let author: String
  let time: Timestamp
  let amount: Int64
  /// How much more often its subject is undone.
  let step: Int
  /// Whether it became an ordinary imported change.
  let hasEffect: Bool
}

extension NumberedRow {
  /// How much more often an undo's or redo's subject is undone after it.
  var step: Int { row.kind == .undo ? 1 : -1 }
}

extension CounterRow {
  /// Whether an earlier import has noted the row.
  func hasNoted(_ entry: NumberedRow, for user: User) -> Bool {
    let author = entry.author(for: user)
    return entry.isAboutAnother
      && looseUndos.contains { loose in
        loose.id.text == entry.row.id.text
          && (entry.row.id.isMade
            || loose.time == entry.row.time && loose.amount == entry.row.change)
          && (loose.author == author || [loose.author, author].contains(ChangeMatch.formerKey))
      }
  }

  /// Notes the undos and redos that have no effect, and returns their lines.
  mutating func leaveOut(
    from rows: [NumberedRow], for user: User, naming names: NumberedRow.Names
  ) -> Set<Int> {
    var left: Set<Int> = []
    var times: [Int: [Int64: (shown: Int, all: Int)]] = [:]
    let (undone, noted) = (undone(), looseUndos)
    for entry in rows where entry.isAboutAnother {
      guard let last = known(subjectOf: entry, for: user, naming: names, among: rows) else {
        continue
      }
      let subjects = max(0, last - Int(clamping: entry.row.changes) + 1)...last
      let marks = undone[subjects].map { max(0, $0) }.min() ?? 0
      let about = noted.filter { $0.subject == last }
      var now =
        times[last]?[entry.row.changes]
        ?? (
          marks + about.filter(\.hasEffect).reduce(0) { $0 + $1.step },
          marks + about.reduce(0) { $0 + $1.step }
        )
      let hasEffect =
        !isHeldBack(last)
        && (entry.step > 0 ? now.shown == 0 && now.all == 0 : now.shown > 0 && now.all == 1)
      now.all += entry.step
      if hasEffect {
        now.shown += entry.step
      } else {
        left.insert(entry.line)
        note(entry, about: last, step: entry.step, hasEffect: false, for: user)
      }
      times[last, default: [:]][entry.row.changes] = now
    }
    var hasLeft = true
    while hasLeft {
      hasLeft = false
      let kept = rows.filter { !left.contains($0.line) }
      for entry in kept where entry.isAboutAnother {
        let meant = names.row(meantBy: entry, for: user)
        guard !kept.contains(where: { $0.line == meant?.line }),
          known(subjectOf: entry, for: user, naming: names, among: kept) == nil,
          let loose = looseUndos.first(where: { $0.id.text == entry.row.of?.text })
        else { continue }
        hasLeft = true
        left.insert(entry.line)
        note(
          entry, about: loose.subject, step: loose.step * -entry.step, hasEffect: false, for: user)
      }
    }
    return left
  }

  /// Notes an undo or redo of the entry at a place.
  mutating func note(
    _ entry: NumberedRow, about subject: Int, step: Int, hasEffect: Bool, for user: User
  ) {
    looseUndos.append(
      LooseUndo(
        subject: subject, id: entry.row.id, author: entry.author(for: user), time: entry.row.time,
        amount: entry.row.change, step: step, hasEffect: hasEffect))
  }
}
