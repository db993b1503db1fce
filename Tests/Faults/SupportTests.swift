import Programs
import Testing

extension FaultTests {
  /// What the other fault tests rely on.
  @Suite struct SupportTests {
    @Test(.needs(.strace, for: "support"))
    func `A call is followed, and fails where it is made to`()
      async throws
    {
      let tally = try await TallyProgram.ofAda()
      let snapshot = try Snapshot(of: tally)
      let trace = try await tally.trace(["up", "main"], calls: ["fdatasync"])
      #expect(trace.contains { $0.contains("tally.db-journal") })
      #expect(try await tally.count() == 1)
      try snapshot.restore()
      #expect(try await tally.count() == 0)
      let run = try await tally.run(
        ["up", "main"], injecting: [Injection(call: "fdatasync", effect: .kill, when: "1")])
      #expect(run == TallyProgram.Run(status: -9, output: "", errors: ""))
      #expect(try await tally.faults() == "")
    }
  }
}
