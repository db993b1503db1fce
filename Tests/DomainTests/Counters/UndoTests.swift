import Domain
import Doubles
import Testing

@Suite(.limited) struct UndoTests {
  private let world = TestWorld()

  /// The outcomes of commands to a new account's counter, with the final refusal.
  private func apply(_ commands: [CountCommand]) async throws -> (BatchResult, [Change]) {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let applied = try await world.useCases.changeCount(commands, to: main, in: session)
    return (applied, try await world.store.history(of: main, newest: .max, in: session))
  }

  @Test(
    arguments: [
      ([.add(1), .add(5), .undo], [1, 6, 1]),
      ([.add(5), .set(40), .reset, .undo, .undo, .undo], [5, 40, 0, 40, 5, 0]),
      ([.add(1), .add(2), .undo, .undo, .redo, .redo], [1, 3, 1, 0, 1, 3]),
      ([.add(1), .add(2), .undo, .redo, .undo, .undo, .redo], [1, 3, 1, 3, 1, 0, 1]),
      ([.add(1), .undo, .add(7), .undo, .redo], [1, 0, 7, 0, 7]),
      ([.add(1), .add(2), .undo, .add(3), .undo, .undo], [1, 3, 1, 4, 1, 0]),
      ([.add(-1), .set(.min), .undo, .redo, .undo], [-1, .min, -1, .min, -1]),
      ([.add(-.max), .undo, .redo], [-.max, 0, -.max]),
      ([.set(-1), .set(.max), .set(-1)], [-1]),
    ] as [([CountCommand], [Int64])])
  func `undo and redo move the count between the same states`(
    commands: [CountCommand], counts: [Int64]
  ) async throws {
    let (applied, history) = try await apply(commands)
    #expect(applied.outcomes.map(\.count) == counts)
    #expect(history.map(\.count) == counts)
    for (before, change) in zip([0] + counts, history) {
      #expect(before &+ change.amount == change.count)
    }
  }

  @Test(
    arguments: [
      ([.undo], .nothingToUndo), ([.redo], .nothingToRedo), ([.add(1), .redo], .nothingToRedo),
      ([.add(1), .undo, .undo], .nothingToUndo), ([.add(1), .undo, .redo, .redo], .nothingToRedo),
      ([.add(1), .undo, .add(2), .redo], .nothingToRedo),
      ([.add(1), .undo, .set(-.max), .add(-2)], .outOfRange),
    ] as [([CountCommand], Refusal)])
  func `undo and redo are refused when nothing is left`(
    commands: [CountCommand], refusal: Refusal
  ) async throws {
    let (applied, _) = try await apply(commands)
    #expect(applied.outcomes.count == commands.count - 1)
    #expect(applied.refusal == refusal)
  }

  @Test func `a refused command keeps redo`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    _ = try await world.useCases.changeCount([.set(.max), .add(-5), .undo], to: main, in: session)
    let refused = try await world.useCases.changeCount([.add(1)], to: main, in: session)
    #expect(refused.refusal == .outOfRange)
    let redone = try await world.useCases.changeCount([.redo], to: main, in: session)
    #expect(redone.outcomes.map(\.count) == [.max - 5])
  }

  @Test func `undo and redo always name the original change`() async throws {
    let (_, history) = try await apply([.add(5), .undo, .redo, .undo, .redo])
    let original = history[0].id
    #expect(
      history.map(\.event) == [
        .made(.add(5)), .undid(.add(5), of: original), .redid(.add(5), of: original),
        .undid(.add(5), of: original), .redid(.add(5), of: original),
      ])
  }

  @Test func `each counter has its own undo history`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let tea = try await world.useCases.createCounter(named: "tea", in: session)
    _ = try await world.useCases.changeCount([.add(1)], to: main, in: session)
    let applied = try await world.useCases.changeCount([.undo], to: tea, in: session)
    #expect(applied.refusal == .nothingToUndo)
  }
}
