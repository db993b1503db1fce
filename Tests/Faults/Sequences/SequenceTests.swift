import Domain
import Doubles
import Foundation
import Programs
import Testing

@testable import Data

extension FaultTests {
  /// A store and the in-memory model give the same results for random commands, also after
  /// the store was closed and opened again.
  @Suite struct SequenceTests {
    private static let row = "random commands"
    private static let terminals = 4

    @Test(arguments: Engine.all(for: row))
    func `A store agrees with its model after every command`(engine: Engine) async throws {
      let (seed, count) = (Seed(), Scale.count(10_000))
      let outcome = try await play(count, seed, with: engine)
      Figures.note(
        engine.row(Self.row), asked: "\(count) commands, equal after each",
        reached: "\(outcome.commands) commands (\(outcome.outside) logged out), "
          + "\(outcome.restarts) restarts, "
          + "\(outcome.difference == nil ? "equal" : "different") (\(seed))")
      #expect(outcome.difference == nil, "\(seed)")
      #expect(outcome.commands == count)
      #expect(outcome.restarts > 0)
    }

    @Test(arguments: Engine.all(for: "control: \(row)"))
    func `A store that lost a change is detected`(engine: Engine) async throws {
      let seed = Seed()
      var kept: Data?
      let outcome = try await play(1_000, seed, with: engine) { name in
        // The store as it was at the last restart.
        switch engine {
        case .sqlite:
          let now = try Data(contentsOf: URL(fileURLWithPath: name))
          if let kept { try kept.write(to: URL(fileURLWithPath: name)) }
          kept = now
        case .postgresql:
          try await blocking {
            _ = try PostgreSQLConnection(PostgreSQLAddress(name), patience: patience)
              .execute(Self.exchange)
          }
        }
      }
      Figures.note(
        "control: \(engine.row(Self.row)), changes lost", asked: "a difference",
        reached: outcome.difference == nil
          ? "no difference" : "a difference after \(outcome.commands) commands (\(seed))")
      #expect(outcome.difference != nil, "\(seed)")
    }

    /// Exchanges the rows of all tables for those of the last time.
    private static let exchange = """
      DO $$ DECLARE kept text := current_schema() || '_kept'; name text; BEGIN
        SET LOCAL session_replication_role = replica;
        EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', kept);
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
          EXECUTE format('CREATE TABLE %I.new AS TABLE %I', kept, name);
          IF to_regclass(format('%I.%I', kept, name)) IS NOT NULL THEN
            EXECUTE format('DELETE FROM %I', name);
            EXECUTE format('INSERT INTO %I TABLE %I.%I', name, kept, name);
            EXECUTE format('DROP TABLE %I.%I', kept, name);
          END IF;
          EXECUTE format('ALTER TABLE %I.new RENAME TO %I', kept, name);
        END LOOP;
      END $$
      """

    private struct Outcome {
      var commands = 0
      var restarts = 0
      var outside = 0
      var difference: String?
    }

    /// Runs commands on both until they differ; `betweenRuns` may change the store with this name
    /// before it is opened again.
    private func play(
      _ count: Int, _ seed: Seed, with engine: Engine,
      betweenRuns: (String) async throws -> Void = { _ in }
    ) async throws -> Outcome {
      let folder = try TemporaryFolder()
      let name = engine == .sqlite ? folder.path + "/tally.db" : try await Engine.newAddress()
      let (world, model) = (TestWorld(), TestWorld())
      let store = try await Player(in: world, terminals: Self.terminals) {
        try await engine.store(at: name, clock: world.clock)
      }
      let memory = try await Player(in: model, terminals: Self.terminals) { model.store }
      var (generator, outcome) = (seed.generator, Outcome())
      for number in 0..<count {
        let terminal = Int.random(in: 0..<Self.terminals, using: &generator)
        let command =
          memory.isBusy(at: terminal)
          ? RandomCommand.any(using: &generator, number: number)
          : RandomCommand.entry(using: &generator)
        let answer = await store.perform(command, at: terminal)
        let expected = await memory.perform(command, at: terminal)
        outcome.commands += 1
        if !memory.isBusy(at: terminal) { outcome.outside += 1 }
        guard answer == expected else {
          outcome.difference = "\(number) \(command):\n\(answer)\nrather than\n\(expected)"
          return outcome
        }
        guard Int.random(in: 0..<30, using: &generator) == 0 else { continue }
        try await betweenRuns(name)
        outcome.restarts += 1
        let (resumed, expectedResumed) = (try await store.restart(), try await memory.restart())
        let faults = try await engine.store(at: name, clock: world.clock).faults()
        let seen = [resumed] + (await store.everything())
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
