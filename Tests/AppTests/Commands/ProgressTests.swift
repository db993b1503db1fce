import Data
import Domain
import Doubles
import Presentation
import Synchronization
import Testing

@testable import Commands
@testable import Composition
@testable import LineToolkit
@testable import Terminal

/// The progress of long commands.
@Suite(.limited) struct ProgressTests {
  private let clock = ManualClock()

  @Test func `Progress is printed once a second, but not in the first`() {
    let shown = Shown()
    let progress = shown.progress(clock: clock)
    for rows: Int64 in 1...9 {
      progress.report(rows * 123)
      clock.advance(seconds: rows.isMultiple(of: 3) ? 2 : 0)
    }
    #expect(shown.texts == ["\r\u{1B}[K492 rows", "\r\u{1B}[K861 rows"])
    progress.report(7, "rows saved")
    #expect(shown.texts.last == "\r\u{1B}[K7 rows saved")
    progress.end()
    #expect(shown.texts.last == "\r\u{1B}[K")
  }

  @Test func `Progress that was never shown is not erased`() {
    let shown = Shown()
    shown.progress(clock: clock).end()
    #expect(shown.texts == [])
  }

  @Test func `Progress is erased before an import is refused`() async throws {
    let tally = try await InProcessTally.ofAda()
    let shown = Shown()
    let row = RawTransferRow(
      line: 1_000, id: "1", name: "main", time: tally.clock.now, kind: .change, change: 1, of: nil)
    let source = RowSource([row], then: .badRow(line: 1_001, .malformed))
    let context = context(tally, progress: shown.progress(clock: tally.clock), source: source)
    tally.clock.advance(seconds: 2)
    let command = try #require(try TallyCommand.parseAsRoot(["import", "-"]) as? ImportCommand)
    await #expect(throws: Refusal.badRow(line: 1_001, .malformed)) {
      try await command.run(context)
    }
    #expect(shown.texts == ["\r\u{1B}[K1000 rows", "\r\u{1B}[K"])
  }

  @Test(arguments: [(true, []), (false, ["\r\u{1B}[K1000 rows", "\r\u{1B}[K"])])
  func `An export shows progress unless its rows go to the terminal`(isSeen: Bool, told: [String])
    async throws
  {
    let tally = try await InProcessTally.ofAda()
    let rows = (1...1_000).map {
      RawTransferRow(
        line: $0, id: "\($0)", name: "main", time: tally.clock.now, kind: .change, change: 1,
        of: nil)
    }
    let session = try #require(try await tally.login.session())
    _ = try await tally.useCases.importAccount(from: RowSource(rows), in: session)
    let shown = Shown()
    let context = context(
      tally, progress: shown.progress(clock: tally.clock), source: RowSource([]),
      sink: Slow(isSeen: isSeen, clock: tally.clock))
    let command = try #require(try TallyCommand.parseAsRoot(["export"]) as? ExportCommand)
    try await command.run(context)
    #expect(shown.texts == told)
  }

  private func context(
    _ tally: InProcessTally, progress: Progress, source: any TransferSource,
    sink: (any TextSink)? = nil
  ) -> CommandContext {
    CommandContext(
      useCases: tally.useCases, login: tally.login, maintenance: tally.store,
      serverURL: { nil }, calendar: FixedCalendar(),
      output: tally.output, dataOutput: tally.dataOutput,
      metrics: { TextMetrics(columns: 80, hasBlocks: true) { _ in 1 } }, isQuiet: false,
      inputs: CommandInputs(
        person: { () throws(Refusal) in nil }, lines: { PipeInput() }),
      files: CommandFiles(
        sink: { path throws(Refusal) in
          guard let sink else { throw .output(.failed(cause: path)) }
          return sink
        },
        source: { _, _ throws(Refusal) in source }),
      progress: progress)
  }
}

/// What was written over one line of a terminal.
private final class Shown: Sendable {
  private let content = Mutex<[String]>([])

  var texts: [String] { content.withLock { $0 } }

  func progress(clock: any Clock) -> Progress {
    Progress(clock: clock) { text in self.content.withLock { $0.append(text) } }
  }
}

/// A sink that takes seconds for each text.
private struct Slow: TextSink {
  let isSeen: Bool
  let clock: ManualClock

  func write(_ text: String) throws(Refusal) { clock.advance(seconds: 2) }
  func finish() throws(Refusal) {}
}
