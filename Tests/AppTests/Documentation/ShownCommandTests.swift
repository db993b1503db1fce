import Testing

/// The commands and sessions shown on the pages.
@Suite(.limited) struct ShownCommandTests {
  @Test func `Every command prints the output shown`() async throws {
    let scripts = try Document.all().map { $0.blocks(marked: "commands") }.filter { !$0.isEmpty }
    #expect(!scripts.isEmpty)
    for blocks in scripts {
      let tally = try TallyProgram()
      let entries = blocks.flatMap { block in
        ("\n" + block.text).components(separatedBy: "\n$ ").dropFirst().map { entry in
          let lines = entry.split(separator: "\n")
          return (command: lines[0], output: lines.dropFirst().map { $0 + "\n" }.joined())
        }
      }
      for (command, output) in entries {
        let run = try await tally.bash("{ \(command); } 2>&1 < /dev/null")
        #expect(run.output == output, "\(command)")
      }
    }
  }

  @Test func `A session in a pipe prints the output shown`() async throws {
    let run = try await TallyProgram().bash(
      StandIn.swiftRun + Document.block(marked: "pipe").text)
    #expect(
      try run == .init(status: 0, output: Document.block(marked: "piped").text, errors: ""))
  }

  @Test func `A session at a terminal looks as shown`() async throws {
    let sample = try Document.block(marked: "session").lines
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
