import Testing

@testable import Domain

@Suite(.limited) struct CountRulesTests {
  @Test(
    arguments: [
      (.add(5), 1, 5), (.add(-5), 1, -5),
      (.add(.max), 0, .max), (.add(.max), .min, .max),
      (.add(1), .max - 1, 1), (.add(-.max), .max, -.max), (.add(-.max), 0, -.max),
      (.set(7), 3, 4), (.set(.min), -1, -.max), (.set(.max), 0, .max), (.set(.min), .min, 0),
      (.reset, 12, -12), (.reset, .max, -.max), (.reset, 0, 0),
    ] as [(CountCommand, Int64, Int64)])
  func `a command moves the count by its amount`(
    command: CountCommand, count: Int64, amount: Int64
  ) throws {
    var standing = Standing(count: count)
    let draft = try standing.perform(command)
    #expect(draft?.amount == amount)
    #expect(draft?.count == count + amount)
    #expect(standing.count == count + amount)
  }

  @Test(
    arguments: [
      (.add(1), .max), (.add(-1), .min), (.add(.min), -1), (.add(.max), 1),
      (.set(.max), -1), (.set(.min), 1), (.set(0), .min), (.reset, .min),
      (.add(.min), .max), (.add(.min), 0), (.set(.min), 0), (.set(-1), .max),
    ] as [(CountCommand, Int64)])
  func `a command is refused when it, or its undo, leaves the 64-bit range`(
    command: CountCommand, count: Int64
  ) {
    let before = Standing(
      count: count, lastSequence: 7, setSequence: 3, tops: UndoTops(undo: 4, redo: 7))
    var standing = before
    #expect(throws: Refusal.outOfRange) { try standing.perform(command) }
    #expect(standing == before)
  }

  @Test func `adding 0 leaves no entry and keeps redo`() throws {
    let before = Standing(count: 5, lastSequence: 2, tops: UndoTops(redo: 2))
    var standing = before
    #expect(try standing.perform(.add(0)) == nil)
    #expect(standing == before)
  }

  @Test func `a change is pushed on the undo stack, and clears redo`() throws {
    var standing = Standing(count: 5, lastSequence: 6, tops: UndoTops(undo: 2, redo: 6))
    let draft = try standing.perform(.add(3))
    #expect(
      draft
        == ChangeDraft(
          sequence: 7, event: .made(.add(3)), amount: 3, count: 8, below: 2, reverted: nil))
    #expect(standing == Standing(count: 8, lastSequence: 7, tops: UndoTops(undo: 7)))
    _ = try standing.perform(.reset)
    #expect(
      standing
        == Standing(lastSequence: 8, setSequence: 8, tops: UndoTops(undo: 8)))
  }

  @Test func `an undo moves a step to the redo stack, and a redo moves it back`() throws {
    var standing = Standing(count: 40, lastSequence: 6, tops: UndoTops(undo: 5, redo: 6))
    #expect(standing.top(for: .undo) == 5)
    #expect(standing.top(for: .redo) == 6)
    #expect(standing.top(for: .reset) == nil)
    func step(below: Int64?) -> UndoStep {
      UndoStep(
        edit: .set(40), original: Change.ID("a"), entries: 3...3, amount: 35, below: below)
    }
    let undo = try standing.perform(.undo, on: step(below: 2))
    let undid = Change.Event.undid(.set(40), of: Change.ID("a"))
    #expect(
      undo == ChangeDraft(sequence: 7, event: undid, amount: -35, count: 5, below: 6, reverted: nil)
    )
    #expect(standing.tops == UndoTops(undo: 2, redo: 7))
    let redo = try standing.perform(.redo, on: step(below: 6))
    let redid = Change.Event.redid(.set(40), of: Change.ID("a"))
    #expect(
      redo == ChangeDraft(sequence: 8, event: redid, amount: 35, count: 40, below: 2, reverted: nil)
    )
    #expect(standing.tops == UndoTops(undo: 8, redo: 6))
  }

  @Test(arguments: [.undo, .redo] as [CountCommand])
  func `a step stays on its stack when its undo or redo leaves the 64-bit range`(
    command: CountCommand
  )
    throws
  {
    let count: Int64 = command == .undo ? .min : .max
    let before = Standing(count: count, lastSequence: 9, tops: UndoTops(undo: 8, redo: 9))
    var standing = before
    let step = UndoStep(
      edit: .add(1), original: Change.ID("a"), entries: 1...1, amount: 1, below: nil)
    #expect(throws: Refusal.outOfRange) { try standing.perform(command, on: step) }
    #expect(standing == before)
  }
}

@Suite(.limited) struct ImportUnitTests {
  @Test func `an import is one step, settles nothing, and clears redo`() throws {
    let before = Standing(
      count: 5, lastSequence: 4, setSequence: 2, tops: UndoTops(undo: 1, redo: 4))
    var unit = ImportUnit(after: before)
    #expect(try unit.standing() == before)
    for (amount, count) in [(10, 15), (-20, -5), (0, -5)] as [(Int64, Int64)] {
      try unit.append(amount)
      #expect(unit.count == count)
    }
    #expect(
      try unit.standing()
        == Standing(count: -5, lastSequence: 7, setSequence: 2, tops: UndoTops(undo: 7)))
  }

  @Test func `no intermediate count leaves the 64-bit range`() throws {
    var unit = ImportUnit(after: Standing(count: .max - 1))
    try unit.append(1)
    #expect(throws: Refusal.outOfRange) { try unit.append(1) }
    #expect(try unit.standing().count == .max)
  }

  @Test(
    arguments: [(.max, [-.max, -1]), (.max, [-.max, -2]), (.min, [.max, .max])]
      as [(Int64, [Int64])])
  func `an import is refused when no 64-bit amount undoes it`(count: Int64, amounts: [Int64]) throws
  {
    var unit = ImportUnit(after: Standing(count: count))
    for amount in amounts { try unit.append(amount) }
    #expect(throws: Refusal.outOfRange) { try unit.standing() }
  }
}
