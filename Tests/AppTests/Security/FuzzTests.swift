import ArgumentParser
import Data
import Domain
import Doubles
import Foundation
import Presentation
import Testing

@testable import Commands
@testable import LineToolkit
@testable import Terminal

/// Random input: no trap, no hang, no control of the terminal, and an undamaged store. `TALLY_SEED`
/// repeats a run.
@Suite(.limited) struct FuzzTests {
  /// Reads lines from a pipe, but continues after errors, as at a terminal.
  private struct Typist: LineInput {
    let isInteractive = true
    let lines: PipeInput
    let clock: ManualClock
    let jumps: [Int64]

    func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
      async throws(InputFault) -> InputLine
    {
      let line = try await lines.nextCommand(prompt: prompt, completions: completions)
      _ = try? await blocking { completions(line.text) }
      // The clock goes forwards and backwards.
      clock.advance(seconds: jumps[line.number % jumps.count])
      return line
    }

    func nextAnswer(prompt: String) async throws(InputFault) -> InputLine {
      try await lines.nextAnswer(prompt: prompt)
    }

    func nextSecret(prompt: String) async throws(InputFault) -> (number: Int, secret: Secret) {
      try await lines.nextSecret(prompt: prompt)
    }

    func arrivedCommands<Parsed: Sendable>(limit: Int, parse: @Sendable (String) -> Parsed?) async
      -> [(line: InputLine, parsed: Parsed)]
    {
      await lines.arrivedCommands(limit: limit, parse: parse)
    }
  }

  @MainActor
  @Test func `A session accepts any lines`() async throws {
    let seed = Seed()
    var random = RandomInput(seed)
    var lines = Array("signup ada\n\(TallyProgram.password)\n\(TallyProgram.password)\n".utf8)
    for _ in 0..<SecurityScale.repetitions(200, full: 100_000) { lines += random.line() }
    let tally = try await InProcessTally()
    let jumps = (0..<99).map { _ in Int64(random.number(below: 40_000)) - 10_000 }
    let end = try await tally.reading(lines) { input in
      await tally.session(
        reading: Typist(lines: input, clock: tally.clock, jumps: jumps),
        report: tally.report(isInteractive: true))
    }
    #expect(end == nil, "\(seed)")
    try await tally.expectOrder("\(seed)")
  }

  @Test func `Every command accepts any words and lines`() async throws {
    let seed = Seed()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<4 {
        group.addTask {
          let repetitions = SecurityScale.repetitions(40, full: 25_000)
          let tally = try await self.run(repetitions, with: RandomInput(seed + lane))
          try await tally.expectOrder("\(seed)")
        }
      }
      try await group.waitForAll()
    }
  }

  private func run(_ repetitions: Int, with random: RandomInput) async throws -> InProcessTally {
    var random = random
    let tally = try await InProcessTally()
    let password = Array("\(TallyProgram.password)\n".utf8)
    for number in 0..<repetitions {
      var words = random.arguments(of: TallyCommand.commandNames)
      // Logs in again after random logouts and deletions.
      if number.isMultiple(of: 10) { words = ["signup", "ada", "--password-stdin"] }
      if number % 10 == 1 { words = ["login", "ada", "--password-stdin"] }
      let others = (0..<3).flatMap { _ in random.number(below: 2) == 0 ? password : random.line() }
      let lines = number % 10 < 2 ? password : others
      try await tally.reading(lines, readsAhead: false) { input in
        await run(words, input: input, in: tally)
      }
      tally.clock.advance(seconds: Int64(random.number(below: 4_000)) - 1_000)
    }
    return tally
  }

  private func run(_ words: [String], input: PipeInput, in tally: InProcessTally) async {
    do {
      let parsed = try await TallyCommand.asyncParseAsRoot(PlainText.shielded(words))
      guard let command = parsed as? any Command else { return }
      try await command.run(tally.context(input: input))
    } catch let refusal as Refusal {
      tally.report(isInteractive: false)(refusal)
    } catch {
      tally.output.writeError(PlainText.unshielded(TallyCommand.message(for: error)))
    }
  }

  @Test func `The program accepts any arguments and input`() async throws {
    let seed = Seed()
    var random = RandomInput(seed)
    let tally = try await TallyProgram.ofAda()
    let statuses: Set<Int32> = [0, 1, 64, 65, 66, 74, 75, 77]
    for _ in 0..<SecurityScale.repetitions(10, full: 2_000) {
      // An argument cannot contain NUL, and must not name a file elsewhere.
      let words = random.arguments(of: TallyCommand.commandNames)
        .map { $0.filter { $0 != "\0" && $0 != "/" && $0 != "." } }
      var lines = (0..<20).flatMap { _ in random.line() }
      // CSV is for programs, and goes to them unescaped.
      while let csv = lines.firstRange(of: Array("csv".utf8)) {
        lines.replaceSubrange(csv, with: Array("json".utf8))
      }
      // A server would run until it is ended.
      let isLeftOut = ["export", "backup", "serve"].contains(words.first)
      for arguments in [words, []] where !isLeftOut {
        let run = try await tally.run(arguments, input: lines)
        #expect(statuses.contains(run.status), "\(seed), \(arguments)")
        let shown = (run.output + run.errors).split(separator: "\n")
        #expect(
          shown.filter { visible(String($0)) != $0 } == [], "\(seed), \(arguments)")
      }
    }
    try await tally.check("check", "\(StoreFault.none)\n")
  }

  @Test func `A terminal accepts any keys`() async throws {
    let seed = Seed()
    var random = RandomInput(seed)
    let tally = try await TallyProgram.ofAda()
    let terminal = try PseudoTerminal()
    // Random lines may write files.
    try await terminal.start(
      "/usr/bin/env", ["-C", tally.home, TallyProgram.path], environment: tally.environment)
    try await terminal.expect("ada/main> ")
    // Keys that end, stop or pause a program would do so between two prompts.
    let held: Set<UInt8> = [0x03, 0x04, 0x11, 0x13, 0x1A, 0x1C]
    for _ in 0..<SecurityScale.repetitions(100, full: 5_000) {
      let keys = random.bytes(longest: 60).filter { !held.contains($0) }
      try await terminal.type(bytes: keys + [0x0D])
    }
    try await terminal.type("\r\r\rset 7\r")
    try await terminal.expect("Current count is 7")
    try await terminal.type("quit\r")
    #expect(try await terminal.waitForEnd() == 0)
    #expect(try await terminal.echoes)
  }
}
