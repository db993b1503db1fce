/// A shared counter that is recounted from the list of acts after each command.
///
/// It checks the rules of counting without using them: it has no stacks and stores no undo amounts.
/// Person 0 is the owner.
public struct RecountedCounter {
  /// A change that can be undone.
  private struct Act {
    let person: Int
    /// Whether it set the count to `number` rather than adding it.
    let isSet: Bool
    let number: Int128
    /// Whether it is an import, which cannot be reverted.
    var isImport = false
    /// The act that it reverts.
    var reverted: Int?
    var stands = true
    /// Whether the person did something new after undoing it, so that it cannot be redone.
    var isOver = false
  }

  /// The result of a command.
  public enum Answer: Equatable, Sendable {
    /// The count moved; `act` is the index of the act that was done, undone or redone.
    case moved(by: Int64, to: Int64, act: Int)
    /// Nothing happened, because 0 was added.
    case unmoved
    /// The count, or the way back, would leave the 64-bit range.
    case outOfRange
    /// The person has nothing left to undo or redo.
    case nothingLeft
    /// The owner set the count after it.
    case settled
    /// The person did not enter it, or not as an addition.
    case notOwnAddition
    /// A revert of it stands.
    case reverted
    /// It is undone.
    case undone
  }

  private var acts: [Act] = []
  /// The count.
  public private(set) var count: Int64 = 0

  /// A new counter.
  public init() {}

  /// Adds an amount.
  public mutating func add(_ amount: Int64, by person: Int) -> Answer {
    guard amount != 0 else { return .unmoved }
    return enter(Act(person: person, isSet: false, number: Int128(amount)))
  }

  /// Sets the count.
  public mutating func set(to number: Int64, by person: Int) -> Answer {
    enter(Act(person: person, isSet: true, number: Int128(number)))
  }

  /// Adds the amounts of an import, 1 or more, as one act.
  public mutating func take(_ amounts: [Int64], by person: Int) -> Answer {
    var sum: Int128 = 0
    for amount in amounts {
      sum += Int128(amount)
      guard Int64(exactly: Int128(count) + sum) != nil else { return .outOfRange }
    }
    return enter(Act(person: person, isSet: false, number: sum, isImport: true))
  }

  /// Undoes the person's newest remaining act.
  public mutating func undo(by person: Int) -> Answer {
    turn(acts.lastIndex { $0.person == person && $0.stands }, of: person, to: false)
  }

  /// Redoes the person's last undone act, which is the oldest that can be redone.
  public mutating func redo(by person: Int) -> Answer {
    turn(redoable(by: person).last, of: person, to: true)
  }

  /// Takes back an act by its index; `nil` is no act of anybody.
  public mutating func revert(_ index: Int?, by person: Int) -> Answer {
    guard let index, case let act = acts[index], act.person == person,
      !act.isSet, !act.isImport, act.reverted == nil
    else { return .notOwnAddition }
    if acts.contains(where: { $0.stands && $0.reverted == index }) { return .reverted }
    guard act.stands else { return .undone }
    if let set = acts.lastIndex(where: \.isSet), set > index { return .settled }
    return enter(Act(person: person, isSet: false, number: -act.number, reverted: index))
  }

  /// The acts that the person can redo, newest first. All are newer than the remaining ones.
  private func redoable(by person: Int) -> [Int] {
    var (found, place): ([Int], Int) = ([], acts.count)
    while place > 0 {
      place -= 1
      guard acts[place].person == person else { continue }
      if acts[place].stands { break }
      if !acts[place].isOver { found.append(place) }
    }
    return found
  }

  private mutating func enter(_ act: Act) -> Answer {
    let redoable = self.redoable(by: act.person)
    acts.append(act)
    guard let answer = recount(acts.count - 1) else {
      acts.removeLast()
      return .outOfRange
    }
    for place in redoable { acts[place].isOver = true }
    return answer
  }

  private mutating func turn(_ index: Int?, of person: Int, to stands: Bool) -> Answer {
    guard let index else { return .nothingLeft }
    if person != 0, let set = acts.lastIndex(where: \.isSet), set > index { return .settled }
    acts[index].stands = stands
    guard let answer = recount(index) else {
      acts[index].stands = !stands
      return .outOfRange
    }
    return answer
  }

  /// Recounts all remaining acts in their original order, starting from the newest set.
  private mutating func recount(_ act: Int) -> Answer? {
    var sum: Int128 = 0
    var place = acts.count
    while place > 0 {
      place -= 1
      guard acts[place].stands else { continue }
      sum += acts[place].number
      if acts[place].isSet { break }
    }
    guard let new = Int64(exactly: sum), let amount = Int64(exactly: sum - Int128(count)),
      amount != .min
    else { return nil }
    count = new
    return .moved(by: amount, to: new, act: act)
  }
}
