import Doubles

@testable import App

/// Lines that a player types when they are asked for, with what a terminal shows of them.
@MainActor
final class TypedInput: LineInput {
  nonisolated let isInteractive = true
  /// What is asked now, in the middle of a command.
  private(set) var question: String?

  private let terminal: TerminalPipe
  private var lineNumber = 0
  private var reader: CheckedContinuation<String, Never>?
  private var player: CheckedContinuation<Void, Never>?

  init(terminal: TerminalPipe) {
    self.terminal = terminal
  }

  /// Types a line: the answer to a question with that label, or a command.
  func answer(_ line: String, to label: String?) throws(PlayFault) {
    guard let reader, question == label.map({ "\($0): " }) else {
      throw PlayFault("\(label ?? "A command") is not asked for, but \(question ?? "nothing")")
    }
    self.reader = nil
    question = nil
    reader.resume(returning: line)
  }

  /// Waits until a line is asked for, or the command has been carried out.
  func pause() async {
    await withCheckedContinuation { player = $0 }
  }

  /// Lets the player go on.
  func resumePlayer() {
    player?.resume()
    player = nil
  }

  func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
    async throws(InputFault) -> InputLine
  {
    let text = try await nextLine(prompt: prompt)
    try show("\(text)\n")
    return InputLine(number: lineNumber, text: text)
  }

  func nextAnswer(prompt: String) async throws(InputFault) -> InputLine {
    question = prompt
    let text = try await nextLine(prompt: prompt)
    try show("\(text)\n")
    return InputLine(number: lineNumber, text: text)
  }

  func nextSecret(prompt: String) async throws(InputFault) -> InputSecret {
    question = prompt
    let text = try await nextLine(prompt: prompt)
    try show("\n")
    return InputSecret(number: lineNumber, secret: secret(text))
  }

  func arrivedCommands(limit: Int, while accept: @Sendable (String) -> Bool) -> [InputLine] { [] }

  private func show(_ text: String) throws(InputFault) {
    do {
      try terminal.descriptor.write(text)
    } catch {
      throw .end(cause: error.cause)
    }
  }

  private func nextLine(prompt: String) async throws(InputFault) -> String {
    try show(prompt)
    lineNumber += 1
    return await withCheckedContinuation {
      reader = $0
      resumePlayer()
    }
  }
}
