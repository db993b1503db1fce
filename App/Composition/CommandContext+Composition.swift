import Data
import Domain
import Foundation
import Presentation

extension CommandContext {
  /// What a command works with that has these options.
  ///
  /// - Throws: those of `CompositionRoot`.
  init(options: SharedOptions) throws(Refusal) {
    let root = try CompositionRoot(options: options)
    let output = LineOutput(visible: visible)
    let locale = TextLocale.adopt()
    let history = root.locations.lineHistory
    self.init(
      useCases: root.useCases, days: root.days, clock: root.clock, output: output,
      dataOutput: Descriptor.output.isTerminal ? output : LineOutput(visible: { $0 }),
      page: locale.page(environment: ProcessInfo.processInfo.environment),
      isQuiet: options.quiet,
      inputs: CommandInputs(
        person: { () throws(Refusal) in
          guard Descriptor.input.isTerminal else { return nil }
          return try TerminalInput(
            output: .errors, historyPath: history, wipe: wipeMemory, visible: visible)
        }, lines: { PipeInput(wipe: wipeMemory) }),
      files: .system,
      progress: Progress(
        clock: root.clock,
        show: Descriptor.errors.isTerminal && !options.quiet ? { output.writeProgress($0) } : nil))
  }
}
