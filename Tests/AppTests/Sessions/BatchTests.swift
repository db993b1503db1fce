import Testing

/// Lines that are waiting together.
@Suite(.limited) struct BatchTests {
  /// A home where ada is logged in.
  private let tally: TallyProgram

  init() async throws {
    tally = try await .ofAda()
  }

  @Test func `Each line gets its own count`() async throws {
    let run = try await tally.run(input: String(repeating: "+\n", count: 10_000))
    let expected = ["Type + to start counting"] + (1...10_000).map { "Current count is \($0)" }
    #expect(run.output.split(separator: "\n").elementsEqual(expected[...]) { $0 == $1[...] })
    #expect(run.status == 0)
  }

  @Test func `A failed line is reported by its number, and the lines after it are not done`()
    async throws
  {
    let run = try await tally.run(
      input: "+\n\nset 9223372036854775806\n\n\n+\n+\n" + String(repeating: "-\n", count: 50))
    #expect(run.errors == "tally: line 7: That would take the count out of range\n")
    #expect(run.status == 1)
    #expect(run.output.hasSuffix("\nCurrent count is 9223372036854775807\n"))
    try await tally.check("show main", "9223372036854775807\n")
  }

  @Test func `Undo and redo run in order among the changes`() async throws {
    let run = try await tally.run(input: "+\n+5\nundo\nredo\nundo\n- 2\nredo\n+\n")
    #expect(
      run.output.split(separator: "\n").dropFirst() == [
        "Current count is 1", "Current count is 6", "Undid +5", "Current count is 1", "Redid +5",
        "Current count is 6", "Undid +5", "Current count is 1", "Current count is -1",
      ])
    #expect(run.errors == "tally: line 7: There is nothing to redo\n")
  }

  @Test func `Programs that count at the same time lose nothing and repeat no count`()
    async throws
  {
    let input = String(repeating: "+\n", count: 200)
    let runs = try await withThrowingTaskGroup(of: TallyProgram.Run.self) { group in
      for _ in 1...4 { group.addTask { try await tally.run(input: input) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(runs.allSatisfy { $0.status == 0 && $0.errors == "" })
    let counts = runs.flatMap { run in
      run.output.split(separator: "\n").dropFirst().compactMap { Int($0.dropFirst(17)) }
    }
    #expect(counts.sorted() == Array(1...800))
  }

  @Test func `A closed reader or a full disk is reported as an error`()
    async throws
  {
    let newcomer = try TallyProgram()
    let full = try await newcomer.bash("printf 'help\\n' | tally > /dev/full")
    #expect(
      full
        == .init(
          status: 74, output: "",
          errors: "tally: line 1: The output could not be written: No space left on device\n"))
    let lines = "signup ada\\n\(TallyProgram.password)\\n\(TallyProgram.password)\\n"
    let answer = try await newcomer.bash("printf '\(lines)' | tally > /dev/full")
    #expect(
      answer
        == .init(
          status: 74, output: "",
          errors: "tally: line 3: The change was saved, but its answer could not be written: "
            + "No space left on device\n"))
    let found = try await newcomer.run(input: "login ada\n\(TallyProgram.password)\n")
    #expect(found.output == "Logged in as ada\nType + to start counting\n")
    let closed = try await TallyProgram().bash(
      "exec 3> >(:); wait $!; printf 'help\\n' | tally >&3; echo ${PIPESTATUS[1]}")
    #expect(closed == .init(status: 0, output: "141\n", errors: ""))
  }
}
