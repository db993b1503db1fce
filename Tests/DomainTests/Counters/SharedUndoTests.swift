import Domain
import Testing

/// Undo and redo by members: person 0 is ada, the owner; 1 is bea, and 2 is cleo.
@Suite(.limited) struct `Undo by members` {
  private typealias Turn = (person: Int, command: CountCommand)

  /// The counts after the turns, with the refusal at the end.
  private func counts(_ turns: [Turn]) throws -> (counts: [Int64], refusal: Refusal?) {
    var counter = try SharedCounter(people: 3)
    var counts: [Int64] = []
    for turn in turns {
      do throws(Refusal) {
        _ = try counter.perform(turn.command, by: turn.person)
        counts.append(counter.count)
      } catch {
        return (counts, error)
      }
    }
    return (counts, nil)
  }

  @Test(
    arguments: [
      ([(0, .add(5)), (1, .add(3)), (0, .undo)], [5, 8, 3]),
      ([(0, .set(40)), (1, .add(3)), (0, .undo), (0, .redo)], [40, 43, 3, 43]),
      ([(1, .add(1)), (1, .undo), (2, .add(7)), (1, .redo)], [1, 0, 7, 8]),
      ([(1, .add(1)), (0, .set(10)), (1, .add(2)), (1, .undo), (1, .redo)], [1, 10, 12, 10, 12]),
      ([(0, .add(1)), (0, .set(10)), (0, .undo), (0, .undo), (0, .redo)], [1, 10, 1, 0, 1]),
      ([(1, .add(4)), (0, .reset), (1, .add(-1)), (0, .undo), (1, .undo)], [4, 0, -1, 3, 4]),
      ([(1, .add(4)), (2, .add(2)), (1, .undo), (2, .undo), (1, .redo)], [4, 6, 2, 0, 4]),
    ] as [([(Int, CountCommand)], [Int64])])
  func `it undoes one's own newest remaining change, even after changes by others`(
    turns: [(Int, CountCommand)], expected: [Int64]
  ) throws {
    let (counts, refusal) = try self.counts(turns)
    #expect(counts == expected)
    #expect(refusal == nil)
  }

  @Test(
    arguments: [
      ([(0, .add(5)), (1, .undo)], .nothingToUndo),
      ([(0, .add(5)), (0, .undo), (1, .redo)], .nothingToRedo),
      ([(1, .add(5)), (1, .undo), (1, .add(1)), (1, .redo)], .nothingToRedo),
      ([(0, .set(.max)), (1, .add(-5)), (0, .add(5)), (1, .undo)], .outOfRange),
    ] as [([(Int, CountCommand)], Refusal)])
  func `nothing of others is undone or redone`(
    turns: [(Int, CountCommand)], expected: Refusal
  ) throws {
    let (counts, refusal) = try self.counts(turns)
    #expect(counts.count == turns.count - 1)
    #expect(refusal == expected)
  }

  @Test(
    arguments: [
      [(0, .set(9))], [(0, .reset)], [(0, .set(9)), (0, .undo)], [(0, .set(1)), (2, .add(4))],
    ] as [[(Int, CountCommand)]])
  func `what came before the owner's set is settled for members`(setting: [(Int, CountCommand)])
    throws
  {
    let ada = try Username("ada")
    let counting: [Turn] = [(1, .add(1)), (1, .add(2)), (1, .undo)]
    #expect(try counts(counting + setting + [(1, .undo)]).refusal == .undoSettled(by: ada))
    #expect(try counts(counting + [(1, .undo)] + setting + [(1, .add(-30))]).refusal == nil)
    #expect(try counts(counting + setting + [(1, .redo)]).refusal == .redoSettled(by: ada))
    let later: [Turn] = [(1, .add(4)), (1, .undo), (1, .redo), (1, .undo)]
    #expect(try counts(counting + setting + later).refusal == nil)
    #expect(try counts(counting + setting + later + [(1, .undo)]).refusal == .undoSettled(by: ada))
  }

  @Test func `an undo refused as out of range can be repeated`() throws {
    var counter = try SharedCounter(people: 2)
    _ = try counter.perform(.set(.max), by: 0)
    _ = try counter.perform(.add(-5), by: 1)
    _ = try counter.perform(.add(5), by: 0)
    #expect(throws: Refusal.outOfRange) { try counter.perform(.undo, by: 1) }
    _ = try counter.perform(.undo, by: 0)
    #expect(try counter.perform(.undo, by: 1)?.count == .max)
  }

  @Test func `an import is one undo for its importer, and keeps the undo of others`() throws {
    var counter = try SharedCounter(people: 2)
    _ = try counter.perform(.add(1), by: 1)
    #expect(try counter.take([10, -3, 5], by: 0) == 13)
    _ = try counter.perform(.add(2), by: 1)
    let undo = try counter.perform(.undo, by: 0)
    #expect(undo?.event == .undid(.imported(changes: 3), of: SharedCounter.id(4)))
    #expect(undo?.count == 3)
    #expect(try counter.perform(.undo, by: 1)?.count == 1)
    #expect(try counter.perform(.undo, by: 1)?.count == 0)
    #expect(try counter.perform(.redo, by: 0)?.count == 12)
  }
}
