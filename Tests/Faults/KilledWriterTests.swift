import Domain
import Doubles
import Foundation
import Programs
import Testing

extension FaultTests {
  /// Several sessions count at once, in large batches, and are killed at random moments.
  @Suite struct KilledWriterTests {
    private static let row = "kill -9 at random points, 4 writers at once"
    private static let writers = 4

    @Test func `Killed writers lose nothing that was acknowledged`() async throws {
      let tally = try await TallyProgram.ofAda()
      let seed = Seed()
      let outcome = try await kill(Scale.count(500), in: tally, seed)
      Figures.note(
        Self.row, asked: "\(Scale.count(500)) kills, 0 violations",
        reached: "\(outcome.kills) kills, \(outcome.violations.count) violations, "
          + "\(outcome.counts.count) changes acknowledged (\(seed))")
      #expect(outcome.kills == Scale.count(500))
      #expect(outcome.violations == [], "\(seed)")
    }

    @Test(.needs(.compiler, for: row)) func `A disk that loses writes is detected`() async throws {
      let weakness = try await Weakness.environment(["skip pwrite64 1+ */tally.db"])
      let tally = try await TallyProgram.ofAda()
      let outcome = try await kill(8, in: tally, Seed(), weakness: weakness)
      #expect(outcome.violations != [])
    }

    private struct Outcome: Sendable {
      var kills = 0
      /// The counts that were printed.
      var counts: [Int] = []
      var violations: [String] = []
    }

    private func kill(
      _ kills: Int, in tally: TallyProgram, _ seed: Seed, weakness: [String: String] = [:]
    ) async throws -> Outcome {
      let environment = tally.environment.merging(weakness) { $1 }
      let writers = (0..<Self.writers).map { number in
        (kills: (kills + number) / Self.writers, seed: seed + number)
      }
      let parts = try await withThrowingTaskGroup(of: Outcome.self) { group in
        for writer in writers {
          group.addTask {
            try await blocking {
              try Self.countUntilKilled(writer.kills, seed: writer.seed, environment: environment)
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      var outcome = Outcome(
        kills: parts.reduce(0) { $0 + $1.kills }, counts: parts.flatMap(\.counts),
        violations: parts.flatMap(\.violations))
      let counts = outcome.counts
      if Set(counts).count < counts.count { outcome.violations.append("a count was shown twice") }
      let faults = try await tally.faults()
      if !faults.isEmpty { outcome.violations.append(faults) }
      let final = try await tally.count()
      let largest = counts.count + kills * CountCommand.largestBatch
      let least = max(counts.count, counts.max() ?? 0)
      if !(least...max(least, largest)).contains(final ?? -1) {
        outcome.violations.append(
          "\(counts.count) acknowledged, up to \(least), and \(String(describing: final)) there")
      }
      return outcome
    }

    /// Runs sessions that count as fast as they can until they are killed.
    private static func countUntilKilled(
      _ kills: Int, seed: Seed, environment: [String: String]
    ) throws -> Outcome {
      var random = seed.generator
      var outcome = Outcome()
      while outcome.kills < kills, outcome.violations.isEmpty {
        let session = try Conversation(environment: environment)
        session.say(String(repeating: "+\n", count: 20_000))
        // Most are killed while counting, and some before.
        var lines: [String] = []
        for _ in 0..<(Int.random(in: 1...8, using: &random) == 1 ? 0 : 2) {
          lines += session.hear().map { [$0] } ?? []
        }
        let deadline = ContinuousClock.now + .milliseconds(Int.random(in: 1...150, using: &random))
        while let line = session.hear(until: deadline) { lines.append(line) }
        let end = session.end(killing: true)
        lines += end.output.split(separator: "\n").map(String.init)
        outcome.counts += lines.dropFirst().compactMap {
          Int($0.dropFirst("Current count is ".count))
        }
        outcome.kills += end.status == -SIGKILL ? 1 : 0
        if !end.errors.isEmpty { outcome.violations.append(end.errors) }
      }
      return outcome
    }
  }
}
