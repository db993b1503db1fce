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
    let isWatched = Descriptor.errors.isTerminal && !options.quiet
    let environment = ProcessInfo.processInfo.environment
    useCases = root.useCases
    upkeep = root.upkeep
    days = root.days
    clock = root.clock
    self.output = output
    dataOutput = Descriptor.output.isTerminal ? output : LineOutput(visible: { $0 })
    page = TextLocale.adopt().page(environment: environment)
    isQuiet = options.quiet
    inputs = .system(history: root.locations.lineHistory)
    files = .system
    progress = Progress(clock: root.clock, show: isWatched ? output.writeProgress : nil)
  }
}

extension CommandInputs {
  /// The person at the terminal, and the lines of standard input.
  fileprivate static func system(history: String) -> CommandInputs {
    CommandInputs(
      person: { () throws(Refusal) in
        guard Descriptor.input.isTerminal else { return nil }
        return try TerminalInput(
          output: .errors, historyPath: history, wipe: wipeMemory, visible: visible,
          isCommand: LineCommand.isOne)
      },
      lines: { PipeInput(wipe: wipeMemory) })
  }
}
