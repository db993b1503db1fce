import Programs
import Testing

extension FaultTests {
  /// The last sync of a change fails, so that nobody knows whether the change is on the disk.
  @Suite struct UnknownOutcomeTests {
    private static let row = "EIO at the last sync is told as an unknown outcome"
    private static let sentence = "It is not known whether the change was saved. Check with tally"

    @Test(.needs(.strace, .compiler, for: row))
    func `A change that may be saved or not is reported as unknown, with how to check`()
      async throws
    {
      let cases: [Case] = [
        Case(arguments: ["up", "coffee"], errors: "tally: \(Self.sentence) show coffee\n"),
        Case(arguments: ["set", "coffee", "1"], errors: "tally: \(Self.sentence) show coffee\n"),
        Case(arguments: [], input: "+\n", errors: "tally: line 1: \(Self.sentence) show coffee\n"),
        Case(
          arguments: ["rename", "coffee", "tea"], counter: "tea",
          errors: "tally: \(Self.sentence) list\n"),
      ]
      var violations: [String] = []
      for one in cases { violations += try await meet(one, effect: "fail") }
      Figures.note(
        Self.row, asked: "\(cases.count) commands: the sentence, exit 74, the value is there",
        reached: "\(cases.count) commands, \(violations.count) violations")
      #expect(violations == [])
    }

    @Test(.needs(.strace, .compiler, for: row))
    func `A sync that hides its failure is detected`() async throws {
      let change = Case(
        arguments: ["up", "coffee"], errors: "tally: \(Self.sentence) show coffee\n")
      #expect(try await meet(change, effect: "skip") != [])
    }

    /// A command, and its error when its last sync fails.
    private struct Case {
      let arguments: [String]
      var input = ""
      /// The counter with the change.
      var counter = "coffee"
      let errors: String
    }

    private func meet(_ change: Case, effect: String) async throws -> [String] {
      let tally = try await TallyProgram.ofAda()
      try #require(try await tally.run(["rename", "main", "coffee"]).status == 0)
      let snapshot = try Snapshot(of: tally)
      let whole = try await tally.follow(change.arguments, input: change.input)
      let value = try await tally.count(of: change.counter)
      let syncs = whole.calls.filter { $0.name == "fdatasync" }.count

      try snapshot.restore()
      let met = try await tally.follow(
        change.arguments, input: change.input, weakness: ["\(effect) fdatasync \(syncs) *"])
      let shown = met.run.output.split(separator: "\n").filter { $0 != "Type + to start counting" }
      let isTold = met.run.status == 74 && met.run.errors == change.errors && shown.isEmpty
      let isThere = try await tally.count(of: change.counter) == value && value != nil
      let faults = try await tally.faults()
      return (isTold ? [] : ["\(met.run)"]) + (isThere ? [] : ["the value is not there"])
        + (faults.isEmpty ? [] : [faults])
    }
  }
}
