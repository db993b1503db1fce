import Domain
import Doubles
import Foundation
import Testing

@testable import Data

extension FaultTests {
  /// A store on disk and the in-memory model give the same results for random commands, also after
  /// the store was closed and opened again.
  @Suite struct SequenceTests {
    private static let row = "random commands"
    private static let terminals = 4

    @Test func `A store agrees with its model after every command`() async throws {
      let (seed, count) = (Seed(), Scale.count(10_000))
      let outcome = try await play(count, seed)
      Figures.note(
        Self.row, asked: "\(count) commands, equal after each",
        reached: "\(outcome.commands) commands (\(outcome.outside) logged out), "
          + "\(outcome.restarts) restarts, "
          + "\(outcome.difference == nil ? "equal" : "different") (\(seed))")
      #expect(outcome.difference == nil, "\(seed)")
      #expect(outcome.commands == count)
      #expect(outcome.restarts > 0)
    }

    @Test func `A store that lost a change is detected`() async throws {
      let seed = Seed()
      var kept: Data?
      let outcome = try await play(1_000, seed) { path in
        // The file as it was at the last restart.
        let now = try Data(contentsOf: URL(fileURLWithPath: path))
        if let kept { try kept.write(to: URL(fileURLWithPath: path)) }
        kept = now
      }
      Figures.note(
        "control: \(Self.row), changes lost", asked: "a difference",
        reached: outcome.difference == nil
          ? "no difference" : "a difference after \(outcome.commands) commands (\(seed))")
      #expect(outcome.difference != nil, "\(seed)")
    }

    private struct Outcome {
      var commands = 0
      var restarts = 0
      var outside = 0
      var difference: String?
    }

    /// Runs commands on both until they differ; `betweenRuns` may change the store's file before it
    /// is opened again.
    private func play(
      _ count: Int, _ seed: Seed, betweenRuns: (String) throws -> Void = { _ in }
    ) async throws -> Outcome {
      let folder = try TemporaryFolder()
      let path = folder.path + "/tally.db"
      let (world, model) = (TestWorld(), TestWorld())
      let disk = try await Player(in: world, terminals: Self.terminals) {
        try await SQLiteStore(path: path, clock: world.clock)
      }
      let memory = try await Player(in: model, terminals: Self.terminals) { model.store }
      var (generator, outcome) = (seed.generator, Outcome())
      for number in 0..<count {
        let terminal = Int.random(in: 0..<Self.terminals, using: &generator)
        let command =
          memory.isBusy(at: terminal)
          ? RandomCommand.any(using: &generator, number: number)
          : RandomCommand.entry(using: &generator)
        let answer = await disk.perform(command, at: terminal)
        let expected = await memory.perform(command, at: terminal)
        outcome.commands += 1
        if !memory.isBusy(at: terminal) { outcome.outside += 1 }
        guard answer == expected else {
          outcome.difference = "\(number) \(command):\n\(answer)\nrather than\n\(expected)"
          return outcome
        }
        guard Int.random(in: 0..<30, using: &generator) == 0 else { continue }
        try betweenRuns(path)
        outcome.restarts += 1
        let (resumed, expectedResumed) = (try await disk.restart(), try await memory.restart())
        let faults = try await SQLiteStore(path: path, clock: world.clock).faults()
        let seen = [resumed] + (await disk.everything())
        let meant = [expectedResumed] + (await memory.everything())
        guard faults.isEmpty, seen == meant else {
          let lines = zip(seen, meant).first { $0 != $1 }
          outcome.difference =
            "after \(number): \(faults)\n\(lines?.0 ?? "")\nrather than\n\(lines?.1 ?? "")"
          return outcome
        }
      }
      return outcome
    }
  }
}
