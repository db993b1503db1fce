import Testing

/// A word that could be a counter's name or something else.
@Suite(.limited) struct ChosenMeaningTests {
  private let tally: TallyProgram

  init() async throws {
    tally = try await .ofAda()
    try await tally.check("up 5 2 --create", "2\n")
    try await tally.check("up main 7", "7\n")
  }

  @Test func `A number after history is the limit, and its counter is reached as it says`()
    async throws
  {
    let run = try await tally.run(["history", "5"])
    #expect(run.output.hasSuffix("+7  7\n"))
    #expect(
      run.errors
        == "5 is the number of lines here. For the counter: tally history 5 --limit 20\n")
    let counter = try await tally.run(["history", "5", "--limit", "20"])
    #expect(counter.output.hasSuffix("+2  2\n") && counter.errors == "")
    #expect(try await tally.run(["history", "5", "--quiet"]).errors == "")
    #expect(try await tally.run(["history", "4"]).errors == "")
  }

  @Test(arguments: ["hour", "day", "week", "month", "year"])
  func `A span after chart is the span, and its counter is reached as it says`(span: String)
    async throws
  {
    #expect(try await tally.run(["chart", span, "--last", "1"]).errors == "")
    try await tally.check("new \(span) --quiet")
    try await tally.check("open main --quiet")
    // The hour may have ended since then.
    let run = try await tally.run(["chart", span, "--last", "2"])
    #expect(run.output.contains("  7"))
    #expect(
      run.errors
        == "\(span) is the kind of bars here. For the counter: tally chart \(span) --by day\n")
    try await tally.check("up \(span) 41", "41\n")
    let counter = try await tally.run(["chart", span, "--by", "day"])
    #expect(counter.output.contains("  41  ") && counter.errors == "")
  }

  @Test func `A session says it without the program's name, beside the results`() async throws {
    let run = try await tally.run(input: "history 5\nchart day\n+\n")
    #expect(
      run.errors == "5 is the number of lines here. For the counter: history 5 --limit 20\n")
    #expect(run.output.hasSuffix("Current count is 8\n") && run.status == 0)
    #expect(try await tally.run(["--quiet"], input: "history 5\n").errors == "")
    let json = try await tally.run(input: "history 5 --format json\n")
    #expect(json.errors == run.errors)
  }
}
