/// A counter of several people that is counted anew from the list of what they did, after each command.
///
/// It says what is right and knows nothing of how the rules of counting get there: it has no stacks, and keeps no
/// amounts of undos. Person 0 is the owner.
public struct RecountedCounter {
  /// What somebody did that can be undone.
  private struct Act {
    let person: Int
    /// Whether the count became `number`, rather than that it was added.
    let isSet: Bool
    let number: Int128
    var stands = true
    /// Whether the person did something new since it was undone, so that it cannot be redone.
    var isOver = false
  }

  /// What a command leads to.
  public enum Answer: Equatable, Sendable {
    /// The count moved by an amount; `act` says which act was done, undone or redone, counted from 0.
    case moved(by: Int64, to: Int64, act: Int)
    /// Nothing happened, since nothing was added.
    case unmoved
    /// The count, or its way back, would leave 64 bits.
    case outOfRange
    /// Nothing of the person's is left.
    case nothingLeft
    /// The owner set the count after it.
    case settled
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
    return enter(Act(person: person, isSet: false, number: sum))
  }

  /// Takes back the person's newest act that stands.
  public mutating func undo(by person: Int) -> Answer {
    turn(acts.lastIndex { $0.person == person && $0.stands }, of: person, to: false)
  }

  /// Makes the act again that the person undid last, which is the oldest of those that can be redone.
  public mutating func redo(by person: Int) -> Answer {
    turn(redoable(by: person).last, of: person, to: true)
  }

  /// What the person undid since they did something new, the newest first. All of it is newer than what stands.
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

  /// Does all again that stands, in the order in which it was first done: from the newest set on, since what was before
  /// it makes no difference.
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
