import Domain
import Testing

@Suite struct CountCommandTests {
  @Test(
    arguments: [
      (.add(5), 1, 5), (.add(-5), 1, -5), (.add(0), 1, 0),
      (.add(.max), 0, .max), (.add(.max), .min, .max),
      (.add(1), .max - 1, 1), (.add(-.max), .max, -.max), (.add(-.max), 0, -.max),
      (.set(7), 3, 4), (.set(.min), -1, -.max), (.set(.max), 0, .max), (.set(.min), .min, 0),
      (.reset, 12, -12), (.reset, .max, -.max), (.reset, 0, 0),
    ] as [(CountCommand, Int64, Int64)])
  func `a command moves the count by its amount`(
    command: CountCommand, count: Int64, amount: Int64
  ) throws {
    #expect(try command.amount(at: count) == amount)
  }

  @Test(
    arguments: [
      (.add(1), .max), (.add(-1), .min), (.add(.min), -1), (.add(.max), 1),
      (.set(.max), -1), (.set(.min), 1), (.set(0), .min), (.reset, .min),
      (.add(.min), .max), (.add(.min), 0), (.set(.min), 0), (.set(-1), .max),
    ] as [(CountCommand, Int64)])
  func `what, or whose undo, would leave 64 bits is out of range`(
    command: CountCommand, count: Int64
  ) {
    #expect(throws: Refusal.outOfRange) { try command.amount(at: count) }
  }

  @Test(arguments: [CountCommand.undo, .redo])
  func `the amounts of undo and redo are in the history`(command: CountCommand) throws {
    #expect(try command.amount(at: .min) == nil)
  }
}
