import Data
import Domain
import Foundation
import Presentation

/// Puts the line-oriented session together.
@MainActor
enum LineToolkit {
  /// Runs the session.
  ///
  /// - Returns: the refusal that ended it, once it was reported, or `nil`.
  static func run(_ options: SharedOptions) async -> Refusal? {
    let locale = TextLocale.adopt()
    let environment = ProcessInfo.processInfo.environment
    let isInteractive = Descriptor.input.isTerminal && Descriptor.output.isTerminal
    let output = LineOutput(visible: visible)
    let report = ErrorReport(
      output: output, isInteractive: isInteractive, isVerbose: options.verbose)
    do {
      let root = try CompositionRoot(options: options)
      let input: any LineInput =
        isInteractive
        ? try TerminalInput(
          historyPath: root.locations.lineHistory, wipe: wipeMemory, visible: visible,
          isCommand: LineCommand.isOne)
        : PipeInput(wipe: wipeMemory)
      let flow = Flow(useCases: root.useCases, days: root.days)
      EndingSignals.prepare { await flow.end() }
      let session = LineSession(
        flow: flow, input: input, output: output,
        report: report, page: { locale.page(environment: environment) })
      return await session.run()
    } catch {
      report(error)
      return error
    }
  }
}
