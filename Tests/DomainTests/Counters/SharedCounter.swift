import Domain

/// A shared counter as stores keep it: a history with linked stacks, and each person's tops.
///
/// Person 0 is the owner, ada.
struct SharedCounter {
  struct Entry {
    let event: Change.Event
    let amount: Int64
    let count: Int64
    let below: Int64?
    let person: Int
    /// The entries of the first change, which this entry makes, undoes or redoes.
    let entries: ClosedRange<Int64>
  }

  private(set) var entries: [Entry] = []
  private var setSequence: Int64?
  private var tops: [UndoTops]
  private let roles: [Role]

  init(people: Int) throws(Refusal) {
    let ada = try Username("ada")
    roles = (0..<people).map { $0 == 0 ? .owner : .member(.counts, ofCounterOf: ada) }
    tops = Array(repeating: UndoTops(), count: people)
  }

  var count: Int64 { entries.last?.count ?? 0 }

  func standing(of person: Int) -> Standing {
    Standing(
      role: roles[person], count: count, lastSequence: Int64(entries.count),
      setSequence: setSequence, tops: tops[person])
  }

  mutating func perform(_ command: CountCommand, by person: Int) throws(Refusal) -> ChangeDraft? {
    var standing = self.standing(of: person)
    let step = standing.top(for: command).map { self.step(at: $0) }
    let entry = try reverted(by: command, of: person)
    guard let draft = try standing.perform(command, on: step, reverting: entry) else { return nil }
    entries.append(
      Entry(
        event: draft.event, amount: draft.amount, count: draft.count, below: draft.below,
        person: person, entries: step?.entries ?? draft.sequence...draft.sequence))
    save(standing, of: person)
    return draft
  }

  mutating func take(_ amounts: [Int64], by person: Int) throws(Refusal) -> Int64 {
    let before = standing(of: person)
    var unit = ImportUnit(after: before)
    var rows: [Entry] = []
    let first = before.lastSequence + 1
    for (index, amount) in amounts.enumerated() {
      try unit.append(amount)
      let isLast = index == amounts.count - 1
      rows.append(
        Entry(
          event: .made(.imported(changes: Int64(index) + 1)), amount: amount, count: unit.count,
          below: isLast ? before.tops.undo : nil, person: person,
          entries: first...first + Int64(index)))
    }
    let after = try unit.standing()
    entries += rows
    save(after, of: person)
    return unit.count
  }

  /// The identifier of an entry.
  static func id(_ sequence: Int64) -> Change.ID { Change.ID("\(sequence)") }

  private mutating func save(_ standing: Standing, of person: Int) {
    tops[person] = standing.tops
    setSequence = standing.setSequence
  }

  private func reverted(by command: CountCommand, of person: Int) throws(Refusal) -> RevertedEntry?
  {
    guard case .revert(let number) = command, number >= 1, number <= Int64(entries.count) else {
      return nil
    }
    let entry = entries[Int(number) - 1]
    let addition: Int64? =
      if case .made(.add(let amount)) = entry.event, entry.person == person { amount } else { nil }
    let reverts = entries.indices.filter { place in
      if case .reverted(_, number, _, _) = entries[place].event {
        isStanding(Int64(place) + 1)
      } else {
        false
      }
    }
    return RevertedEntry(
      sequence: number, id: Self.id(number), time: Timestamp(milliseconds: number),
      addition: addition, isUndone: !isStanding(number), isReverted: !reverts.isEmpty,
      owner: try Username("ada"))
  }

  /// Whether the newest undo or redo of an entry, if any, is a redo.
  private func isStanding(_ number: Int64) -> Bool {
    let newest = entries.last { $0.entries.contains(number) }
    if case .undid = newest?.event { return false }
    return true
  }

  private func step(at top: Int64) -> UndoStep {
    let entry = entries[Int(top) - 1]
    let (first, last) = (entry.entries.lowerBound, entry.entries.upperBound)
    let edit: Edit =
      switch entry.event {
      case .made(let edit), .undid(let edit, _), .redid(let edit, _): edit
      case .reverted(let amount, _, _, _): .revert(of: amount)
      }
    let before = first == 1 ? 0 : entries[Int(first) - 2].count
    return UndoStep(
      edit: edit, original: Self.id(last), entries: entry.entries,
      amount: entries[Int(last) - 1].count &- before, below: entry.below)
  }
}
