import Commands
import Composition
import Domain
import LineToolkit
import Presentation
import Terminal

extension CommandContext {
  /// The context of a command in a shell.
  ///
  /// - Throws: the refusals of `CompositionRoot`.
  init(options: CommonValues, makesStore: Bool = false) async throws(Refusal) {
    let root = try await CompositionRoot(
      options: options, makesStore: makesStore, threads: .callers)
    self.init(root: root, options: options)
  }

  /// The context of a command over the program's parts.
  init(root: CompositionRoot, options: CommonValues) {
    self.init(
      root: root, options: options, inputs: .system(history: root.locations.lineHistory))
  }
}

extension CommandInputs {
  /// A person at the terminal, and the lines of standard input.
  fileprivate static func system(history: String?) -> CommandInputs {
    CommandInputs(
      person: { () throws(Refusal) in
        guard Descriptor.input.isTerminal else { return nil }
        _ = TextLocale.adopted
        return try TerminalInput(output: .errors, historyPath: history, visible: visible)
      },
      lines: { PipeInput(readsAhead: false) })
  }
}
