import Domain

/// A counter and its history, which follow the rules of counting.
struct CounterRow: Sendable {
  struct Entry: Sendable {
    let change: Change
    /// The account that made it.
    let author: Int64
    /// The author named in an imported file.
    var byName: String?
    /// The entry below it on its stack.
    var below: Int64?
    /// The entries that an undo or redo is about.
    let subject: ClosedRange<Int64>?
    /// The first entry of its import.
    var first: Int64?
  }

  let id: Int64
  let owner: Int64
  let ownerName: Username
  var name: CounterName
  /// The identifier of its creation.
  let uid: Change.ID
  let createdAt: Timestamp
  private(set) var entries: [Entry] = []
  private var changedAt: Timestamp?
  var target: Target? { didSet { if target?.period == nil { period = nil } } }
  /// The present period of the target.
  private var period: Range<Timestamp>?
  private var setSequence: Int64?
  var looseUndos: [LooseUndo] = []
  /// The undo and redo tops of everybody who has counted, by account.
  private var tops: [Int64: UndoTops] = [:]
  /// The members, by account.
  var members: [Int64: Role.Permission] = [:]

  init(
    id: Int64, owner: Int64, ownerName: Username, name: CounterName, uid: Change.ID,
    createdAt: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.ownerName = ownerName
    self.name = name
    self.uid = uid
    self.createdAt = createdAt
  }

  /// The changes with their authors' present names.
  func changes(in tables: Tables) -> [Change] {
    zip(Int64(1)..., entries).map { number, entry in
      let change = entry.change
      return Change(
        number: number, id: change.id, time: change.time, event: change.event,
        amount: change.amount,
        count: change.count, author: tables.author(entry.author, named: entry.byName),
        note: change.note)
    }
  }

  /// The counter as an account sees it, by default the owner.
  func counter(seenBy user: Int64? = nil) -> Counter {
    counter(with: user.flatMap { members[$0] })
  }

  /// The counter as somebody with that permission sees it.
  func counter(with permission: Role.Permission?) -> Counter {
    Counter(
      id: id, name: name, owner: ownerName, permission: permission, count: count,
      changedAt: changedAt, target: target, added: added ?? 0,
      version: Int64(entries.count))
  }

  /// What was added in the period of the target.
  private var added: Int64? {
    period.map { Int64(clamping: exactSum(from: $0.lowerBound, to: $0.upperBound)) }
  }

  /// Lets the target's present period be that of a moment, by the owner's days.
  mutating func turnPeriod(at now: Timestamp, dayStart: DayStart) {
    guard let old = target, let span = old.period?.span, let zone = old.period?.zone else { return }
    let present = Target.Period(span, zone: zone, dayStart: dayStart)
    target = Target(old.number, isLimit: old.isLimit, in: present)
    period = present.range(at: now, in: ZoneRule(zone) ?? .utc)
  }

  var extent: CounterExtent {
    CounterExtent(counter: counter(), id: uid, createdAt: createdAt, length: Int64(entries.count))
  }

  private var count: Int64 { entries.last?.change.count ?? 0 }

  private func standing(of user: Int64, as role: Role) -> Standing {
    Standing(
      role: role, count: count, lastSequence: Int64(entries.count), setSequence: setSequence,
      tops: tops[user] ?? UndoTops())
  }

  /// The change that an account made under an identifier.
  func change(knownBy id: Change.ID, by author: Int64) -> Change? {
    let own = entries.filter {
      $0.author == author && $0.byName == nil && $0.change.id.text == id.text
    }
    return (own.first { $0.first == nil } ?? own.first)?.change
  }

  /// The changes for an import by the owner.
  func candidates(for user: User, in tables: Tables) -> [ChangeMatch.Candidate] {
    entries.map { entry in
      ChangeMatch.Candidate(
        id: entry.change.id, time: entry.change.time, amount: entry.change.amount,
        author: ChangeMatch.authorKey(
          of: tables.author(entry.author, named: entry.byName).text, for: user.username),
        counter: id)
    }
  }

  /// The greatest number of a change with this text as identifier.
  func lastNumber(of id: Change.ID) -> Int64 {
    entries.map(\.change.id).filter { $0.text == id.text }.map(\.number).max() ?? 0
  }

  mutating func perform(
    _ request: CommandRequest, by user: Int64, as role: Role, known id: Change.ID, now: Timestamp
  ) throws(Refusal) -> BatchResult.Outcome {
    let command = request.command
    var standing = self.standing(of: user, as: role)
    if let expected = request.expected, expected != count {
      throw .unexpectedCount(count, expected: expected)
    }
    let before = added ?? count
    let step = standing.top(for: command).map { self.step(at: $0) }
    let entry: RevertedEntry? =
      if case .revert(let number) = command { self.entry(number, for: user) } else { nil }
    guard let draft = try standing.perform(command, on: step, reverting: entry) else {
      return BatchResult.Outcome(event: .made(.add(0)), count: count, added: added)
    }
    let change = Change(
      number: draft.sequence, id: id, time: entry?.time ?? request.time ?? now, event: draft.event,
      amount: draft.amount,
      count: draft.count, author: .former, note: request.note)
    entries.append(
      Entry(change: change, author: user, below: draft.below, subject: step?.entries))
    save(standing, of: user, now: now)
    return BatchResult.Outcome(
      event: draft.event, count: draft.count, added: added,
      targetEvent: target?.event(from: before, to: added ?? draft.count))
  }

  private mutating func save(_ standing: Standing, of user: Int64, now: Timestamp) {
    tops[user] = standing.tops
    setSequence = standing.setSequence
    changedAt = now
  }

  private func change(at sequence: Int64) -> Change? {
    let place = Int(sequence) - 1
    return entries.indices.contains(place) ? entries[place].change : nil
  }

  private subscript(_ sequence: Int64) -> Entry { entries[Int(sequence) - 1] }

  /// What a revert by an account needs to know of an entry.
  private func entry(_ number: Int64, for user: Int64) -> RevertedEntry? {
    guard number >= 1, number <= Int64(entries.count) else { return nil }
    let (entry, undone) = (self[number], undone())
    let isOwn = entry.author == user && entry.first == nil
    let isReverted = zip(entries, undone).contains { other, times in
      guard case .reverted(_, number, _, _) = other.change.event else { return false }
      return times <= 0
    }
    let addition: Int64? =
      if case .made(.add(let amount)) = entry.change.event { amount } else { nil }
    return RevertedEntry(
      sequence: number, id: entry.change.id, time: entry.change.time,
      addition: isOwn ? addition : nil, isUndone: undone[Int(number) - 1] > 0,
      isReverted: isReverted, owner: ownerName)
  }

  private func step(at top: Int64) -> UndoStep {
    let entry = self[top]
    let numbers = entry.first.map { $0...top } ?? entry.subject ?? top...top
    let (first, last) = (self[numbers.lowerBound].change, self[numbers.upperBound].change)
    let edit: Edit =
      switch entry.change.event {
      case _ where entry.first != nil: .imported(changes: Int64(numbers.count))
      case .made(let edit), .undid(let edit, _), .redid(let edit, _): edit
      case .reverted(let amount, _, _, _): .revert(of: amount)
      }
    return UndoStep(
      edit: edit, original: last.id, entries: numbers,
      amount: last.count &- (first.count &- first.amount), below: entry.below)
  }

  /// Appends the rows of the owner's file, without `new` rows, as one step.
  ///
  /// - Throws: `Refusal.badRow`; some rows may have been appended.
  mutating func append(
    _ rows: [NumberedRow], naming names: NumberedRow.Names, of user: User, now: Timestamp
  ) throws(Refusal) {
    guard let last = rows.last else { return }
    let start = entries.count
    let before = standing(of: owner, as: .owner)
    var unit = ImportUnit(after: before)
    for entry in rows {
      let row = entry.row
      do { try unit.append(row.change) } catch { throw .badRow(line: entry.line, .outOfRange) }
      let byName = entry.byName(for: user)
      let subject = self.subject(
        of: entry, for: user, naming: names, among: rows, from: start)
      if subject == nil, entry.isAboutAnother,
        let known = self.known(
          subjectOf: entry, for: user, naming: names, among: rows, before: start)
      {
        note(entry, about: known, step: entry.step, hasEffect: true, for: user)
      }
      let event: Change.Event =
        if row.kind == .revert {
          revert(entry, for: user, naming: names, among: rows, from: start)
            ?? .made(.add(row.change))
        } else if let subject, let of = change(at: subject.numbers.upperBound)?.id {
          row.kind == .undo ? .undid(subject.edit, of: of) : .redid(subject.edit, of: of)
        } else {
          .made(row.kind == .change ? .add(row.change) : .imported(changes: 1))
        }
      let change = Change(
        number: Int64(entries.count) + 1, id: entry.id, time: row.time, event: event,
        amount: row.change, count: unit.count,
        author: .former, note: row.note)
      entries.append(
        Entry(
          change: change, author: owner, byName: byName, subject: subject?.numbers,
          first: Int64(start) + 1))
    }
    entries[entries.count - 1].below = before.tops.undo
    do {
      save(try unit.standing(), of: owner, now: now)
    } catch {
      throw .badRow(line: last.line, .outOfRange)
    }
  }

  /// The place of the entry that a row means: of the file, or else one that was there before.
  private func placeOfSubject(
    of row: NumberedRow, for user: User, naming names: NumberedRow.Names,
    among rows: [NumberedRow], from start: Int
  ) -> Int? {
    if let meant = names.row(meantBy: row, for: user),
      let place = rows.firstIndex(where: { $0.line == meant.line }),
      row.row.isOfSeveral || row.row.reverses(meant.row.change)
    {
      return start + place
    }
    let known = names.subject(of: row.row, for: user)
    return entries[..<start].firstIndex {
      $0.change.id == known && $0.author == owner
        && (row.row.isOfSeveral || row.row.reverses($0.change.amount))
    }
  }

  /// The event of a revert row, if what it reverts exists and belongs to the owner.
  private func revert(
    _ entry: NumberedRow, for user: User, naming names: NumberedRow.Names,
    among rows: [NumberedRow], from start: Int
  ) -> Change.Event? {
    guard entry.row.of != nil,
      let place = placeOfSubject(of: entry, for: user, naming: names, among: rows, from: start),
      place < entries.count, case .made(.add(let amount)) = entries[place].change.event
    else { return nil }
    return .reverted(
      amount, number: Int64(place) + 1, at: entry.row.time, of: entries[place].change.id)
  }

  /// The subject of an undo or redo row, if it exists and belongs to the owner.
  private func subject(
    of entry: NumberedRow, for user: User, naming names: NumberedRow.Names,
    among rows: [NumberedRow], from start: Int
  ) -> (edit: Edit, numbers: ClosedRange<Int64>)? {
    let row = entry.row
    guard row.kind == .undo || row.kind == .redo, row.of != nil,
      let last = placeOfSubject(of: entry, for: user, naming: names, among: rows, from: start)
    else { return nil }
    let number = Int64(last) + 1
    if row.changes == 1 {
      switch entries[last].change.event {
      case .made(let edit): return (edit, number...number)
      case .reverted(let amount, _, _, _): return (.revert(of: amount), number...number)
      case .undid, .redid:
        guard entries[last].first != nil else { return nil }
        return (.imported(changes: 1), number...number)
      }
    }
    guard row.changes <= number else { return nil }
    let numbers = number - row.changes + 1...number
    if last < start {
      guard let first = entries[last].first, first <= numbers.lowerBound else { return nil }
    } else {
      let place = Int(numbers.lowerBound) - 1 - start
      guard place >= 0,
        rows[last - start].number - rows[place].number == numbers.count - 1
      else { return nil }
    }
    return (.imported(changes: row.changes), numbers)
  }

  /// The place of the subject of an undo or redo, if the account has it and the file has not.
  func known(
    subjectOf entry: NumberedRow, for user: User, naming names: NumberedRow.Names,
    among rows: [NumberedRow], before end: Int? = nil
  ) -> Int? {
    let meant = names.row(meantBy: entry, for: user)
    guard !rows.contains(where: { $0.line == meant?.line }) else { return nil }
    let known = names.subject(of: entry.row, for: user)
    return entries.prefix(end ?? entries.count).firstIndex {
      $0.change.id == known
        && (entry.row.changes > 1 || entry.row.reverses($0.change.amount))
    }
  }

  /// Whether undos of the account itself, imported ones aside, hold back the entry at a place or an
  /// undo or redo of it.
  func isHeldBack(_ place: Int) -> Bool {
    let undone = undone { $0.first == nil }
    return undone[place] > 0
      || zip(entries, undone).contains { entry, times in
        times > 0 && entry.subject?.upperBound == Int64(place) + 1
      }
  }

  /// How often each change is undone, taking undone undos into account.
  func undone() -> [Int] { undone { _ in true } }

  private func undone(by isIncluded: (Entry) -> Bool) -> [Int] {
    var undone = entries.map { _ in 0 }
    for (place, entry) in entries.enumerated().reversed() where isIncluded(entry) {
      guard let subject = entry.subject, undone[place] <= 0 else { continue }
      let sign = if case .undid = entry.change.event { 1 } else { -1 }
      for number in subject { undone[Int(number) - 1] += sign }
    }
    return undone
  }
}

extension TransferRow {
  /// Whether an undo or redo is about several changes of one import.
  fileprivate var isOfSeveral: Bool { changes > 1 && kind != .revert }

  /// Whether an undo or revert takes this amount back, or a redo adds it again.
  fileprivate func reverses(_ amount: Int64) -> Bool {
    change == (kind == .redo ? amount : 0 &- amount)
  }
}
