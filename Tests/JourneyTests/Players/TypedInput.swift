import Domain
import Doubles
import Journeys

@testable import Terminal

/// Input that a player types on request, echoed as on a terminal.
@MainActor
final class TypedInput: LineInput {
  nonisolated let isInteractive = true
  /// The present question of a running command.
  private(set) var question: String?

  private let terminal: TerminalPipe
  private var lineNumber = 0
  private var reader: CheckedContinuation<String, Never>?
  private var player: CheckedContinuation<Void, Never>?

  init(terminal: TerminalPipe) {
    self.terminal = terminal
  }

  /// Types a line: a command, or the answer to a question with that label.
  func answer(_ line: String, to label: String?) throws(PlayFault) {
    guard let reader, question == label.map({ "\($0): " }) else {
      throw PlayFault("\(label ?? "A command") is not requested, but \(question ?? "nothing")")
    }
    self.reader = nil
    question = nil
    reader.resume(returning: line)
  }

  /// Waits until input is requested or the command has ended.
  func pause() async {
    await withCheckedContinuation { player = $0 }
  }

  /// Lets the player continue.
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

  func nextSecret(prompt: String) async throws(InputFault) -> (number: Int, secret: Secret) {
    question = prompt
    let text = try await nextLine(prompt: prompt)
    try show("\n")
    return (number: lineNumber, secret: secret(text))
  }

  func arrivedCommands<Parsed: Sendable>(limit: Int, parse: @Sendable (String) -> Parsed?)
    -> [(line: InputLine, parsed: Parsed)]
  { [] }

  private func show(_ text: String) throws(InputFault) {
    do {
      try terminal.descriptor.write(text)
    } catch {
      throw .end(cause: error.text)
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
