import Foundation
import Programs
import Testing

extension FaultTests {
  /// A program is killed as it enters each of the calls by which it changes a file.
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
    func `A store that keeps nothing to go back to is found out`() async throws {
      let outcome = try await kill(
        .change, weakness: ["skip pwrite64 1+ *-journal"],
        at: { _, call in call.name == "pwrite64" && call.path.hasSuffix("/tally.db") })
      #expect(outcome.points > 1)
      #expect(outcome.violations != [])
    }

    private struct Outcome: Sendable {
      /// How many calls were to be killed at.
      var points = 0
      /// At how many of them a program was killed.
      var reached = 0
      var violations: [String] = []
    }

    private func kill(
      _ operation: Operation, weakness: [String] = [],
      at isWanted: (Int, FileCall) -> Bool = { index, _ in Scale.isFull || index % 10 == 3 }
    ) async throws -> Outcome {
      let tally = try await operation.prepared()
      let snapshot = try Snapshot(of: tally)
      let weak = weakness.isEmpty ? [:] : try Weakness.environment(weakness)
      let whole = try await tally.follow(
        operation.arguments(tally), input: operation.input, weakness: weak)
      try #require(whole.run.status == operation.status, "\(whole.run)")
      var outcome = Outcome()
      for (index, call) in whole.calls.enumerated() where isWanted(index, call) {
        try snapshot.restore()
        let killed = try await kill(
          operation, in: tally, weakness: weak, at: index, of: whole.calls)
        outcome.points += 1
        // The call that is entered last may be missing in the log.
        let isThere = killed.run.status == -SIGKILL && index...index + 1 ~= killed.calls.count
        outcome.reached += isThere ? 1 : 0
        let complaints = [try await operation.goOn(tally), try await tally.faults()]
        outcome.violations += complaints.compactMap(\.self).filter { !$0.isEmpty }
          .map { "killed at \(call.name) \(call.path), call \(index): \($0)" }
      }
      return outcome
    }

    /// Runs the operation again until it enters the call at `index`.
    private func kill(
      _ operation: Operation, in tally: TallyProgram, weakness: [String: String], at index: Int,
      of calls: [FileCall]
    ) async throws -> (run: TallyProgram.Run, calls: [FileCall]) {
      let call = calls[index]
      let arguments = operation.arguments(tally)
      guard call.isShadowed else {
        return try await tally.follow(
          arguments, input: operation.input,
          injecting: Injection(call: call.name, effect: .kill, when: "\(call.ordinal)"),
          weakness: weakness)
      }
      // `strace` counts in each thread, and would kill the one that gets there first.
      let ordinal = 1 + calls[..<index].filter { $0.name == call.name && call.resembles($0) }.count
      return try await tally.follow(
        arguments, input: operation.input,
        weakness: Weakness.environment(["kill \(call.name) \(ordinal) \(call.pattern)"]))
    }
  }
}
