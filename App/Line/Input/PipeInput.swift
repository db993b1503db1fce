import Domain
import Platform
import Terminal

/// Reads lines from a pipe or a file on its own queue.
package actor PipeInput: LineInput {
  nonisolated package let isInteractive = false
  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let executor = BlockingExecutor(label: "tally.input")
  private let input: Descriptor
  private let chunk: Int
  private var buffer: LineBuffer
  private var lastNumber = 0

  /// Creates an input. With `readsAhead: false`, the bytes after a line are left for other readers.
  package init(input: Descriptor = .input, readsAhead: Bool = true) {
    self.input = input
    chunk = readsAhead ? .max : 1
    buffer = LineBuffer()
  }

  package func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
    throws(InputFault) -> InputLine
  {
    while true {
      let line = try nextLine()
      if !isBlankOrComment(line.text) { return line }
    }
  }

  package func nextAnswer(prompt: String) throws(InputFault) -> InputLine {
    try nextLine()
  }

  package func nextSecret(prompt: String) throws(InputFault) -> (number: Int, secret: Secret) {
    // Only the output is redirected, so a person may type.
    if !buffer.hasLine, input.isTerminal {
      lastNumber += 1
      return (number: lastNumber, secret: try hidden(prompt: prompt))
    }
    try waitForLine()
    lastNumber += 1
    var line = SecretLine()
    buffer.withLine { $0.forEach { line.append($0) } }
    buffer.removeLine()
    guard line.isText else { throw .notUTF8(line: lastNumber) }
    return (number: lastNumber, secret: line.secret)
  }

  private func hidden(prompt: String) throws(InputFault) -> Secret {
    defer { TerminalMode.giveUp() }
    let signals: TerminalSignals
    do throws(SystemError) { signals = try TerminalSignals() } catch {
      throw .end(cause: error.text)
    }
    let hidden = HiddenInput(input: input, output: .errors, signals: signals)
    return try hidden.next(prompt: prompt, number: lastNumber)
  }

  package func arrivedCommands<Parsed: Sendable>(limit: Int, parse: @Sendable (String) -> Parsed?)
    -> [(line: InputLine, parsed: Parsed)]
  {
    var commands: [(line: InputLine, parsed: Parsed)] = []
    while commands.count < limit, hasArrived(), !buffer.isTooLong {
      guard let text = buffer.withLine({ String(validating: $0, as: UTF8.self) }) else { break }
      let parsed = parse(text)
      if parsed == nil, !isBlankOrComment(text) { break }
      buffer.removeLine()
      lastNumber += 1
      if let parsed {
        commands.append(
          (line: InputLine(number: lastNumber, text: text), parsed: parsed))
      }
    }
    return commands
  }

  private func nextLine() throws(InputFault) -> InputLine {
    try waitForLine()
    lastNumber += 1
    let text = buffer.withLine { String(validating: $0, as: UTF8.self) }
    buffer.removeLine()
    guard var text else { throw .notUTF8(line: lastNumber) }
    // Some editors begin a file with a byte order mark.
    if lastNumber == 1, text.unicodeScalars.first == "\u{FEFF}" {
      text.unicodeScalars.removeFirst()
    }
    return InputLine(number: lastNumber, text: text)
  }

  private func waitForLine() throws(InputFault) {
    while !buffer.hasLine, !buffer.isTooLong {
      if buffer.isExhausted { throw .end(cause: nil) }
      do {
        try buffer.fill(from: input, atMost: chunk)
      } catch {
        throw .end(cause: error.text)
      }
    }
    if buffer.isTooLong { throw .tooLong(line: lastNumber + 1) }
  }

  /// Whether a line can be read without waiting.
  private func hasArrived() -> Bool {
    while !buffer.hasLine, !buffer.isTooLong, !buffer.isExhausted, input.isReadable {
      // The next read reports the error.
      guard (try? buffer.fill(from: input, atMost: chunk)) != nil else { return false }
    }
    return buffer.hasLine
  }
}
