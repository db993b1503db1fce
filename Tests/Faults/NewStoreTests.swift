import Doubles
import Programs
import Testing

@testable import Data

extension FaultTests {
  /// Many processes start without a store.
  @Suite struct NewStoreTests {
    private static let row = "16 processes start on a store that does not exist yet"
    private static let processes = 16

    @Test func `Processes that start together all use the same new store`() async throws {
      let rounds = Scale.count(100)
      let schema = try await schemaOfOneAlone()
      var failures: [String] = []
      for _ in 0..<rounds { failures += try await start(expecting: schema) }
      Figures.note(
        Self.row, asked: "\(rounds) rounds, 0 failures, one schema",
        reached: "\(rounds) rounds, \(failures.count) failures")
      #expect(failures == [])
    }

    @Test(.needs(.compiler, for: row)) func `Processes that ignore the lock file are detected`()
      async throws
    {
      let weakness = try await Weakness.environment(["skip flock 1+ *.gate"])
      let schema = try await schemaOfOneAlone()
      var failures: [String] = []
      for _ in 0..<50 where failures.isEmpty {
        failures += try await start(weakness: weakness, expecting: schema)
      }
      #expect(failures != [])
    }

    private func schemaOfOneAlone() async throws -> [String] {
      let tally = try TallyProgram()
      #expect(try await tally.faults() == "")
      return try await schema(of: tally)
    }

    private func schema(of tally: TallyProgram) async throws -> [String] {
      try await SQLiteStore(path: tally.store, clock: ManualClock()).schema()
    }

    /// Starts all processes, and returns what went wrong.
    private func start(weakness: [String: String] = [:], expecting schema: [String]) async throws
      -> [String]
    {
      let tally = try TallyProgram()
      let environment = tally.environment.merging(weakness) { $1 }
      let runs = try await withThrowingTaskGroup(of: TallyProgram.Run.self) { group in
        for _ in 0..<Self.processes {
          group.addTask {
            try await TallyProgram.run(
              TallyProgram.path, ["check"], input: [], environment: environment)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      var failures = runs.filter { $0.status != 0 || $0.errors != "" }.map { "\($0)" }
      do {
        if try await self.schema(of: tally) != schema { failures.append("the schema differs") }
      } catch {
        failures.append("\(error)")
      }
      return failures
    }
  }
}
