import Doubles
import Testing

extension FaultTests {
  /// A power cut loses nothing that was acknowledged, and leaves no partial change.
  @Suite struct PowerCutTests {
    private static let row = "power cut"
    private static let scenarios = Scale.some(2, of: Scenario.allCases)

    /// The number of checked images, and the first violations with their locations.
    private struct Outcome {
      var images = 0
      var violations = 0
      var examples: [String] = []
    }

    @Test(.needs(.strace, for: row), arguments: scenarios)
    func `No acknowledged change is lost`(_ scenario: Scenario) async throws {
      let seed = Seed()
      var outcome = Outcome()
      for recording in try await scenario.record() {
        try await look(at: recording, Scale.count(1_000), seed, &outcome)
      }
      Figures.note(
        "\(Self.row): \(scenario.rawValue)", asked: "\(Scale.count(400)) images, 0 violations",
        reached: "\(outcome.images) images, \(outcome.violations) violations (\(seed))")
      #expect(outcome.images >= Scale.count(400))
      #expect(outcome.violations == 0, "\(seed): \(outcome.examples)")
    }

    @Test(.needs(.strace, for: "control: power cut, synchronous off"), arguments: scenarios)
    func `A store that does not sync is detected`(_ scenario: Scenario) async throws {
      let seed = Seed()
      var outcome = Outcome()
      for recording in try await scenario.record(deaf: true) {
        try await look(at: recording, 400, seed, until: Scale.isFull ? 5 : 1, &outcome)
      }
      Figures.note(
        "control: \(Self.row), synchronous off: \(scenario.rawValue)", asked: "violations",
        reached: "\(outcome.violations) violations in the first \(outcome.images) images (\(seed))")
      #expect(outcome.violations > 0, "\(seed)")
    }

    /// Checks this many images of a recording. A control ends at that many violations, and keeps
    /// none of their images.
    private func look(
      at recording: Recording, _ count: Int, _ seed: Seed, until limit: Int? = nil,
      _ outcome: inout Outcome
    ) async throws {
      for remains in PowerCuts(of: recording, generator: seed.generator).prefix(count) {
        outcome.images += 1
        guard let fault = try await remains.fault(among: recording.states) else { continue }
        outcome.violations += 1
        if let limit {
          if outcome.violations >= limit { return }
        } else if outcome.examples.count < 3 {
          outcome.examples.append(
            "after \(remains.point) calls, \(remains.fates): \(fault) (\(try remains.keep()))")
        }
      }
    }
  }
}
