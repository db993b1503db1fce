import Foundation
import Programs
import Testing

extension FaultTests {
  /// A program is killed before each system call that changes a file.
  @Suite struct KillPointTests {
    private static let row = "kill at every write-class system call"

    @Test(.needs(.strace, .compiler, for: row))
    func `The next command works, wherever the one before was killed`() async throws {
      let outcomes = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
        for (number, operation) in Operation.all.enumerated() {
          group.addTask { (number, try await kill(operation)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for (number, outcome) in outcomes.sorted(by: { $0.0 < $1.0 }) {
        Figures.note(
          "\(Self.row) of \(Operation.all[number].name)",
          asked: "\(outcome.points) points, 0 violations",
          reached: "\(outcome.reached) points, \(outcome.violations.count) violations")
        #expect(outcome.violations == [])
        #expect(outcome.reached == outcome.points)
      }
    }

    @Test(.needs(.strace, .compiler, for: row))
    func `A store without a journal is detected`() async throws {
      let outcome = try await kill(
        .change, weakness: ["skip pwrite64 1+ *-journal"],
        at: { _, call in call.name == "pwrite64" && call.path.hasSuffix("/tally.db") })
      #expect(outcome.points > 1)
      #expect(outcome.violations != [])
    }

    private struct Outcome: Sendable {
      /// The number of calls to be killed at.
      var points = 0
      /// The number of calls where a program was killed.
      var reached = 0
      var violations: [String] = []
    }

    private func kill(
      _ operation: Operation, weakness: [String] = [],
      at isWanted: (Int, FileCall) -> Bool = { index, _ in
        Scale.isFull || index % Scale.divisor == 3
      }
    ) async throws -> Outcome {
      let tally = try await operation.prepared()
      let snapshot = try Snapshot(of: tally)
      let whole = try await tally.follow(
        operation.arguments(tally), input: operation.input, weakness: weakness)
      try #require(whole.run.status == operation.status, "\(whole.run)")
      var outcome = Outcome()
      for (index, call) in whole.calls.enumerated() where isWanted(index, call) {
        try snapshot.restore()
        let before = whole.calls[..<index].filter { $0.name == call.name && call.resembles($0) }
        let killed = try await tally.follow(
          operation.arguments(tally), input: operation.input,
          weakness: ["kill \(call.name) \(before.count + 1) \(call.pattern)"] + weakness)
        outcome.points += 1
        let isThere = killed.run.status == -SIGKILL && killed.calls.count == index
        outcome.reached += isThere ? 1 : 0
        let complaints = [try await operation.goOn(tally), try await tally.faults()]
        outcome.violations += complaints.compactMap(\.self).filter { !$0.isEmpty }
          .map { "killed at \(call.name) \(call.path), call \(index): \($0)" }
      }
      return outcome
    }
  }
}
