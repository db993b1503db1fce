import Foundation
import Programs
import Testing

extension FaultTests {
  /// Many processes change one counter at once.
  @Suite struct ManyWritersTests {
    private static let row = "16 processes x 200 changes of one counter"
    private static let fairness = "fairness among 16 busy writers"
    private static let postgreSQLRow = "PostgreSQL: 16 processes x 200 changes of one counter"
    private static let processes = 16
    /// Disables SQLite's lock and the lock file.
    private static let noLocks = ["skip flock 1+ *.gate", "skip lock 1+ */tally.db"]

    @Test func `Every change of many processes counts once, and each gets its turn`()
      async throws
    {
      let changes = Scale.count(200)
      let outcome = try await count(changes, in: .ofAda(on: .disk))
      let expected = Self.processes * changes
      Figures.note(
        Self.row, asked: "exactly \(expected), 0 violations",
        reached: "\(outcome.final ?? -1), \(outcome.violations.count) violations")
      #expect(outcome.final == expected)
      #expect(outcome.violations == [])

      Figures.note(
        Self.fairness, asked: "65 % of changes come right after another's",
        reached:
          "\(outcome.turns) %; longest wait \(milliseconds(outcome.longest)) ms, "
          + "median \(milliseconds(outcome.median)) ms")
      // On a busy machine, the scheduler determines the order.
      if Scale.isFull { #expect(outcome.turns >= 65) }
    }

    @Test(.needs(.compiler, for: row)) func `Writers that ignore the locks are detected`()
      async throws
    {
      let outcome = try await count(
        Scale.count(200), in: .ofAda(on: .disk), weakness: await Weakness.environment(Self.noLocks))
      #expect(outcome.violations != [])
    }

    @Test(
      .enabled(if: Scale.isFull, "the order is meaningful only on an idle machine"),
      .needs(.compiler, for: fairness))
    func `Without the lock file, a writer is overtaken by others`()
      async throws
    {
      let outcome = try await count(
        Scale.count(200), in: .ofAda(on: .disk),
        weakness: await Weakness.environment(["skip flock 1+ *.gate"]))
      Figures.note(
        "\(Self.fairness), without the gate", asked: "less",
        reached: "\(outcome.turns) %; longest wait "
          + "\(milliseconds(outcome.longest)) ms, median \(milliseconds(outcome.median)) ms")
      #expect(outcome.turns < 65)
    }

    @Test(.needsPostgreSQL(for: postgreSQLRow))
    func `On PostgreSQL every change of many processes counts once too`() async throws {
      let changes = Scale.count(200)
      let cluster = try await Cluster()
      // The servers end with it.
      defer { withExtendedLifetime(cluster) {} }
      let outcome = try await count(changes, in: cluster.tally)
      let expected = Self.processes * changes
      Figures.note(
        Self.postgreSQLRow, asked: "exactly \(expected), 0 violations",
        reached: "\(outcome.final ?? -1), \(outcome.violations.count) violations; longest wait "
          + "\(milliseconds(outcome.longest)) ms, median \(milliseconds(outcome.median)) ms")
      #expect(outcome.final == expected)
      #expect(outcome.violations == [])
    }

    @Test(.needsPostgreSQL(for: postgreSQLRow))
    func `Writers on two primaries are detected`() async throws {
      let cluster = try await Cluster(isSynchronous: false)
      defer { withExtendedLifetime(cluster) {} }
      try await cluster.waitForStandby()
      try await cluster.standby.promote()
      let outcome = try await count(
        2, in: cluster.tally,
        weakness: cluster.tally.environment(at: Cluster.address(of: cluster.primary)),
        others: cluster.tally.environment(at: Cluster.address(of: cluster.standby)))
      #expect(outcome.violations != [])
    }

    private struct Outcome: Sendable {
      var final: Int?
      /// Percentage of changes that come right after one of another process.
      var turns = 0
      /// How long each change took, the longest last.
      var waits: [Duration] = []
      var violations: [String] = []

      var longest: Duration { waits.last ?? .zero }
      var median: Duration { waits.isEmpty ? .zero : waits[waits.count / 2] }
    }

    private func count(
      _ changes: Int, in tally: TallyProgram, weakness: [String: String] = [:],
      others: [String: String]? = nil
    ) async throws -> Outcome {
      let environment = tally.environment.merging(weakness) { $1 }
      let writers = try await withThrowingTaskGroup(of: Writer.self) { group in
        for number in 0..<Self.processes {
          // A control sends every second one elsewhere.
          let environment = number % 2 == 0 ? environment : others ?? environment
          group.addTask {
            try await blocking { try Writer(counting: changes, environment: environment) }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      var outcome = Outcome(
        final: try await tally.count(),
        turns: writers.reduce(0) { $0 + $1.turns } * 100 / (Self.processes * changes),
        waits: writers.flatMap(\.waits).sorted(),
        violations: writers.compactMap(\.complaint))
      let counts = writers.flatMap(\.counts)
      if counts.sorted() != Array(1...Self.processes * changes) {
        outcome.violations.append("not every count was shown once: \(Set(counts).count)")
      }
      if writers.contains(where: { $0.counts != $0.counts.sorted() }) {
        outcome.violations.append("a process saw a count go down")
      }
      let faults = try await tally.faults()
      if !faults.isEmpty { outcome.violations.append(faults) }
      return outcome
    }

    private func milliseconds(_ duration: Duration) -> String {
      (duration / .milliseconds(1)).formatted(.number.precision(.fractionLength(0...1)))
    }
  }
}

/// A session that waits for each answer before its next change.
private struct Writer: Sendable {
  var counts: [Int] = []
  var waits: [Duration] = []
  var complaint: String?
  /// The number of changes that come right after one of another process.
  var turns: Int { zip(counts.dropFirst(), counts).filter { $0 - $1 > 1 }.count }

  init(counting changes: Int, environment: [String: String]) throws {
    let session = try Conversation(environment: environment)
    _ = session.hear()
    for _ in 0..<changes {
      let start = ContinuousClock.now
      session.say("+\n")
      guard let line = session.hear(), let count = Int(line.dropFirst("Current count is ".count))
      else { break }
      waits.append(.now - start)
      counts.append(count)
    }
    let end = session.end()
    if end.status != 0 || end.errors != "" { complaint = "\(end)" }
  }
}
