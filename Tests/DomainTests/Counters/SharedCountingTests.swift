import Domain
import Doubles
import Testing

/// Random commands of several people on one counter, compared with a full recount each time.
@Suite(.limited) struct `Several people who count, undo and redo` {
  private static let sequences = 10_000
  private static let length = 100
  private static let parts = 40

  @Test(arguments: 0..<parts)
  func `leave the count of the remaining changes`(_ part: Int) throws {
    for sequence in stride(from: part, to: Self.sequences, by: Self.parts) {
      let seed = Seed() + sequence
      var random = seed.generator
      let people = 1 + sequence % 5
      var party = try Party(people: people, isNearTheEdge: sequence % 3 == 0)
      for number in 0..<Self.length {
        let difference = party.step(using: &random)
        guard let difference else { continue }
        Issue.record("\(seed), sequence \(sequence), command \(number): \(difference)")
        return
      }
    }
  }

  @Test(arguments: 1...5)
  func `return to the same state after as many redos as undos`(_ people: Int) throws {
    for sequence in 0..<200 {
      let seed = Seed() + sequence
      var random = seed.generator
      var party = try Party(people: people, isNearTheEdge: false)
      for _ in 0..<Self.length { _ = party.step(using: &random) }
      let (before, standings) = (party.counter.count, (0..<people).map(party.newestEdit))
      var undos = Array(repeating: 0, count: people)
      for _ in 0..<20 {
        let person = Int.random(in: 0..<people, using: &random)
        if (try? party.counter.perform(.undo, by: person)) != nil { undos[person] += 1 }
      }
      while let person = undos.indices.filter({ undos[$0] > 0 }).randomElement(using: &random) {
        _ = try party.counter.perform(.redo, by: person)
        undos[person] -= 1
      }
      #expect(party.counter.count == before, "\(seed), sequence \(sequence)")
      #expect((0..<people).map(party.newestEdit) == standings, "\(seed), sequence \(sequence)")
    }
  }
}

/// A counter by the rules and a recounted one, with the same commands.
private struct Party {
  var counter: SharedCounter
  private var model = RecountedCounter()
  /// Where each act of the model ends in the history.
  private var ends: [Int64] = []
  private let people: Int
  private let isNearTheEdge: Bool

  init(people: Int, isNearTheEdge: Bool) throws {
    counter = try SharedCounter(people: people)
    self.people = people
    self.isNearTheEdge = isNearTheEdge
  }

  /// The edit that the person's next undo would undo.
  func newestEdit(of person: Int) -> Edit? {
    var copy = counter
    guard case .undid(let edit, _) = try? copy.perform(.undo, by: person)?.event else { return nil }
    return edit
  }

  /// Does a random command on both, half of them undo or redo, and returns any difference.
  mutating func step(using random: inout SplitMix) -> String? {
    let person = Int(random.next() % UInt64(people))
    switch random.next() % 20 {
    case 0..<6: return perform(.undo, by: person, model.undo(by: person))
    case 6..<10: return perform(.redo, by: person, model.redo(by: person))
    case 10 where person == 0:
      let amounts = (0...random.next() % 3).map { _ in amount(&random) }
      return take(amounts, model.take(amounts, by: 0))
    case 11 where person == 0:
      let number = amount(&random)
      return perform(.set(number), by: 0, model.set(to: number, by: 0))
    case 12 where person == 0: return perform(.reset, by: 0, model.set(to: 0, by: 0))
    case 13..<15:
      let number = Int64(1 + random.next() % UInt64(counter.entries.count + 1))
      guard number <= counter.entries.count else { return nil }
      return perform(.revert(number), by: person, model.revert(act(at: number), by: person))
    default:
      let amount = amount(&random)
      return perform(.add(amount), by: person, model.add(amount, by: person))
    }
  }

  private func amount(_ random: inout SplitMix) -> Int64 {
    let small = Int64(random.next() % 13) - 6
    guard isNearTheEdge, random.next() % 3 == 0 else { return small }
    let edges: [Int64] = [.max, .max - 5, .max / 2, .min / 2, .min + 1, .min]
    return edges[Int(random.next() % UInt64(edges.count))]
  }

  private mutating func perform(
    _ command: CountCommand, by person: Int, _ expected: RecountedCounter.Answer
  ) -> String? {
    let answer: RecountedCounter.Answer
    let before = counter.entries.count
    do throws(Refusal) {
      guard let draft = try counter.perform(command, by: person) else {
        return compare(.unmoved, expected, command, person, appended: 0, since: before)
      }
      answer = .moved(by: draft.amount, to: draft.count, act: act(of: draft))
    } catch {
      return compare(
        Self.answer(error, to: command), expected, command, person, appended: 0, since: before)
    }
    return compare(answer, expected, command, person, appended: 1, since: before)
  }

  private mutating func take(_ amounts: [Int64], _ expected: RecountedCounter.Answer) -> String? {
    let (before, count) = (counter.entries.count, counter.count)
    let command = "import of \(amounts)"
    do throws(Refusal) {
      let after = try counter.take(amounts, by: 0)
      ends.append(Int64(counter.entries.count))
      let answer = RecountedCounter.Answer.moved(
        by: after - count, to: after, act: ends.count - 1)
      return compare(answer, expected, command, 0, appended: amounts.count, since: before)
    } catch {
      return compare(.outOfRange, expected, command, 0, appended: 0, since: before)
    }
  }

  /// The model's act that an entry is about.
  private mutating func act(of draft: ChangeDraft) -> Int {
    switch draft.event {
    case .made, .reverted:
      ends.append(draft.sequence)
      return ends.count - 1
    case .undid(_, let id), .redid(_, let id):
      return Int64(id.text).flatMap { ends.firstIndex(of: $0) } ?? -1
    }
  }

  /// The model's act that an entry made.
  private func act(at number: Int64) -> Int? {
    switch counter.entries[Int(number) - 1].event {
    case .made, .reverted: ends.firstIndex(of: number)
    case .undid, .redid: nil
    }
  }

  private static func answer(_ refusal: Refusal, to command: CountCommand)
    -> RecountedCounter.Answer?
  {
    switch (refusal, command) {
    case (.outOfRange, _): .outOfRange
    case (.nothingToUndo, .undo), (.nothingToRedo, .redo): .nothingLeft
    case (.undoSettled, .undo), (.redoSettled, .redo), (.revert(.settled), .revert): .settled
    case (.revert(.notOwnAddition), .revert): .notOwnAddition
    case (.revert(.reverted), .revert): .reverted
    case (.revert(.undone), .revert): .undone
    default: nil
    }
  }

  private func compare(
    _ answer: RecountedCounter.Answer?, _ expected: RecountedCounter.Answer, _ command: Any,
    _ person: Int, appended: Int, since before: Int
  ) -> String? {
    guard
      answer != expected || counter.count != model.count
        || counter.entries.count != before + appended
    else { return nil }
    return "\(command) by \(person): \(answer.map { "\($0)" } ?? "another refusal"), "
      + "count \(counter.count) rather than \(expected), count \(model.count)"
  }
}
