import Testing

/// The README's commands and sessions, done as they stand there.
@Suite struct ReadmeTests {
  @Test func `Every command in a script prints what stands there`() async throws {
    let tally = try TallyProgram()
    let entries = try Document.readme().blocks(marked: "commands").flatMap { block in
      ("\n" + block.text).components(separatedBy: "\n$ ").dropFirst().map { entry in
        let lines = entry.split(separator: "\n")
        return (command: lines[0], output: lines.dropFirst().map { $0 + "\n" }.joined())
      }
    }
    #expect(!entries.isEmpty)
    for (command, output) in entries {
      let run = try await tally.bash("{ \(command); } 2>&1 < /dev/null")
      #expect(run.output == output, "\(command)")
    }
  }

  @Test func `A session in a pipe prints what stands below it`() async throws {
    let readme = try Document.readme()
    let run = try await TallyProgram().bash(
      StandIn.swiftRun + readme.block(marked: "pipe").text)
    #expect(
      try run == .init(status: 0, output: readme.block(marked: "piped").text, errors: ""))
  }

  @Test func `A session at a terminal looks as it stands there`() async throws {
    let sample = try Document.readme().block(marked: "session").lines
    let tally = try TallyProgram()
    let terminal = try await tally.terminal(rows: UInt16(sample.count + 1))
    for line in sample {
      if let prompt = line.prefixMatch(of: #/[a-z/]+> /#)?.output {
        try await terminal.expect(String(prompt))
        try await terminal.type(line.dropFirst(prompt.count) + "\r")
      } else if line.hasSuffix("assword:") {
        try await terminal.expect("\(line) ")
        try await terminal.type("\(TallyProgram.password)\r")
      }
    }
    #expect(try await terminal.waitForEnd() == 0)
    let shown = await TerminalPicture(terminal.transcript.utf8, rows: sample.count + 1).lines
    let dates = /\d{4}-\d\d-\d\d \d\d:\d\d/
    #expect(
      shown.map { $0.replacing(dates, with: "DATE") }
        == sample.map { $0.replacing(dates, with: "DATE") } + [""])
  }
}
