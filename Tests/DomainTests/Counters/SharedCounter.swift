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
    guard let draft = try standing.perform(command, on: step) else { return nil }
    entries.append(
      Entry(
        event: draft.event, amount: draft.amount, count: draft.count, below: draft.below,
        entries: step?.entries ?? draft.sequence...draft.sequence))
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
          below: isLast ? before.tops.undo : nil, entries: first...first + Int64(index)))
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

  private func step(at top: Int64) -> UndoStep {
    let entry = entries[Int(top) - 1]
    let (first, last) = (entry.entries.lowerBound, entry.entries.upperBound)
    let edit: Edit =
      switch entry.event {
      case .made(let edit), .undid(let edit, _), .redid(let edit, _): edit
      }
    let before = first == 1 ? 0 : entries[Int(first) - 2].count
    return UndoStep(
      edit: edit, original: Self.id(last), entries: entry.entries,
      amount: entries[Int(last) - 1].count &- before, below: entry.below)
  }
}
