import Domain
import Platform
import Terminal

/// Reads a password from a terminal without echo.
///
/// `readpassphrase` of libbsd would silently cut an overlong password.
struct HiddenInput {
  private enum Typed {
    case entered, cancelled, ended
  }

  /// The terminal.
  let input: Descriptor
  /// The descriptor for the prompt.
  let output: Descriptor
  /// The signals that may stop the program meanwhile.
  let signals: TerminalSignals

  /// Reads the password, which is line `number` of the input.
  func next(prompt: String, number: Int) throws(InputFault) -> Secret {
    var line = SecretLine()
    switch fill(&line, prompt: prompt) {
    case .success(.entered) where line.isText: return line.secret
    case .success(.entered): line.removeAll(); throw .notUTF8(line: number)
    case .success(.cancelled): line.removeAll(); throw .cancelled
    case .success(.ended): line.removeAll(); throw .end(cause: nil)
    case .failure(let fault): line.removeAll(); throw .end(cause: fault.text)
    }
  }

  private func fill(_ line: inout SecretLine, prompt: String) -> Result<Typed, SystemError> {
    Result { () throws(SystemError) in
      try TerminalSignals.reading { () throws(SystemError) in
        try TerminalMode.keep(input)
        let shown = try input.terminalMode()
        let hidden = TerminalMode.hiding(shown)
        input.setTerminalMode(hidden)
        defer { input.setTerminalMode(shown) }
        try output.write(prompt)
        let typed = try type(into: &line) { () throws(SystemError) in
          try signals.nextByte(
            of: input, leave: TerminalMode.restore,
            enter: { hideAgain(hidden, prompt: prompt) })
        }
        try output.write("\n")
        return typed
      }
    }
  }

  private func type(
    into line: inout SecretLine, nextByte: () throws(SystemError) -> UInt8?
  ) throws(SystemError) -> Typed {
    while let byte = try nextByte() {
      switch byte {
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return .entered
      case Key.interrupt: return .cancelled
      case Key.end: if line.secret.count == 0 { return .ended }
      case Key.backspace, Key.delete: line.removeLastScalar()
      case Key.eraseLine: line.removeAll()
      case Key.eraseWord: line.removeLastWord()
      default: line.append(byte)
      }
    }
    return .ended
  }

  /// After a stop, the shell has turned echo on and written over the prompt.
  private func hideAgain(_ hidden: termios, prompt: String) {
    guard let mode = try? input.terminalMode(), mode.c_lflag & tcflag_t(ECHO) != 0 else { return }
    input.setTerminalMode(hidden)
    // The prompt is not essential; if the terminal is closed, the next read fails.
    try? output.write(prompt)
  }
}

/// The control characters of keys that the terminal usually handles itself.
private enum Key {
  static let interrupt: UInt8 = 3
  static let end: UInt8 = 4
  static let backspace: UInt8 = 8
  static let eraseLine: UInt8 = 21
  static let eraseWord: UInt8 = 23
  static let delete: UInt8 = 127
}
