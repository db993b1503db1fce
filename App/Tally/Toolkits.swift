import Commands
import Composition
import Domain
import LineToolkit
import Platform
import Presentation
import ScreenToolkit
import Terminal

/// Chooses and creates the toolkit, by the terminal's abilities and the user's request.
@MainActor
struct Toolkits {
  private let options: CommonValues
  private let locale = TextLocale.adopted
  private let environment = Environment.process
  private let output = LineOutput(visible: visible)
  private let report: ErrorReport

  private var isInteractive: Bool { Descriptor.input.isTerminal && Descriptor.output.isTerminal }

  /// Runs a session on the full screen if requested and possible, or else line by line.
  ///
  /// - Returns: the refusal that ended it, after it was reported, or `nil`.
  static func run(_ options: CommonValues, onScreen: Bool) async -> Refusal? {
    await Toolkits(options).run(onScreen: onScreen)
  }

  private init(_ options: CommonValues) {
    self.options = options
    let isInteractive = Descriptor.input.isTerminal && Descriptor.output.isTerminal
    report = ErrorReport(output: output, isInteractive: isInteractive, isVerbose: options.verbose)
  }

  private func run(onScreen: Bool) async -> Refusal? {
    do {
      // A session in a pipe does one thing after another, so it needs no other threads.
      let root = try await CompositionRoot(
        options: options, makesStore: true, threads: isInteractive ? .dedicated : .callers)
      if let warning = await root.warning { sayBeside(warning) }
      let flow = await root.flow(isWatching: isInteractive)
      if onScreen {
        guard let reason = reasonAgainstScreen else {
          return await runOnScreen(flow, root.calendar)
        }
        sayBeside(reason)
      }
      return try await runLineByLine(flow, root)
    } catch {
      report(error)
      return error
    }
  }

  private func runOnScreen(_ flow: Flow, _ calendar: any LocalCalendar) async -> Refusal? {
    let ending = await showScreen(of: flow, calendar, quittingEndsSession: { flow.endsSession })
    await flow.end()
    return ending == .interrupted ? .input(.interrupted) : nil
  }

  private func runLineByLine(_ flow: Flow, _ root: CompositionRoot) async throws(Refusal)
    -> Refusal?
  {
    let input: any LineInput =
      isInteractive
      ? try TerminalInput(historyPath: root.locations.lineHistory, visible: visible)
      : PipeInput()
    let session = LineSession(
      flow: flow, input: input, output: output, report: report, metrics: metrics,
      calendar: root.calendar, isQuiet: options.quiet,
      openScreen: {
        if let reason = reasonAgainstScreen {
          sayBeside(reason)
        } else {
          _ = await showScreen(of: flow, root.calendar)
        }
      },
      makeContext: { CommandContext(root: root, options: options) })
    return await session.run()
  }

  private func showScreen(
    of flow: Flow, _ calendar: any LocalCalendar,
    quittingEndsSession: @escaping @MainActor () -> Bool = { false }
  ) async -> Screen.Ending? {
    let opened: ScreenSession?
    do {
      opened = try ScreenSession(
        showing: { flow.scene }, metrics: metrics(), calendar: calendar,
        hasColours: (environment["NO_COLOR"] ?? "").isEmpty,
        quittingEndsSession: quittingEndsSession)
    } catch {
      sayBeside(ScreenWords.unavailable(cause: error.text))
      return nil
    }
    guard let session = opened else {
      sayBeside(ScreenWords.incapable(terminal: environment["TERM"]))
      return nil
    }
    EndingSignals.prepare {
      await session.giveBack()
      await flow.end()
    }
    defer { EndingSignals.prepare { await flow.end() } }
    return await session.run()
  }

  private var reasonAgainstScreen: String? {
    guard isInteractive else { return ScreenWords.noTerminal }
    return CursesTerminal.isPossible ? nil : ScreenWords.incapable(terminal: environment["TERM"])
  }

  /// Says on standard error what is not an error: everything can be done.
  private func sayBeside(_ reason: String) {
    if !options.quiet { output.writeError(isInteractive ? reason : "tally: \(reason)") }
  }

  private func metrics() -> TextMetrics {
    locale.metrics(environment: environment)
  }
}
