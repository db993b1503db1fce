import Domain
import Platform
import Terminal

/// Reads lines at a terminal with libedit on its own queue.
package actor TerminalInput: LineInput {
  nonisolated package let isInteractive = true
  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let executor = BlockingExecutor(label: "tally.terminal")
  private let editor: LineEditor
  private let hidden: HiddenInput
  /// Watches for signals while no line is being read.
  private let watch: ReadWatch
  private let visible: @Sendable (String) -> String
  private var history: CommandHistory
  private var lastNumber = 0

  /// Creates an input for a terminal with these descriptors.
  ///
  /// - Parameters:
  ///   - input: where the user types.
  ///   - output: where the input is echoed.
  ///   - historyPath: the file with earlier commands, which need not exist; `nil` for none.
  ///   - visible: escapes a text for the terminal.
  /// - Throws: `Refusal.environment`.
  package init(
    input: Descriptor = .input, output: Descriptor = .output, historyPath: String?,
    visible: @escaping @Sendable (String) -> String
  ) throws(Refusal) {
    let signals: TerminalSignals
    do {
      signals = try TerminalSignals(and: [TerminalSignals.resized])
      editor = try LineEditor(input: input, output: output, signals: signals, visible: visible)
      watch = try ReadWatch(signals.descriptor, on: executor.queue) { @Sendable [weak signals] in
        signals?.handle(leave: TerminalMode.restore, enter: TerminalMode.hush)
      }
    } catch {
      throw .environment(cause: error.text)
    }
    hidden = HiddenInput(input: input, output: output, signals: signals)
    self.visible = visible
    history = CommandHistory(path: historyPath)
    editor.setHistory(history.commands)
  }

  package func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
    throws(InputFault) -> InputLine
  {
    while true {
      let line = try next(prompt: prompt, withHistory: true, completions: completions)
      if !isBlankOrComment(line.text) { return line }
    }
  }

  package func remember(_ command: InputLine) {
    history.append(command.text)
    editor.setHistory(history.commands)
  }

  package func nextAnswer(prompt: String) throws(InputFault) -> InputLine {
    try next(prompt: prompt, withHistory: false, completions: { _ in [] })
  }

  package func nextSecret(prompt: String) throws(InputFault) -> (number: Int, secret: Secret) {
    lastNumber += 1
    let secret = try hidden.next(prompt: visible(prompt), number: lastNumber)
    return (number: lastNumber, secret: secret)
  }

  package func arrivedCommands<Parsed: Sendable>(limit: Int, parse: @Sendable (String) -> Parsed?)
    -> [(line: InputLine, parsed: Parsed)]
  { [] }

  private func next(
    prompt: String, withHistory: Bool, completions: @escaping (String) -> [String]
  ) throws(InputFault) -> InputLine {
    lastNumber += 1
    let text = try editor.next(
      prompt: prompt, number: lastNumber, withHistory: withHistory, completions: completions)
    return InputLine(number: lastNumber, text: text)
  }
}
