import Domain
import Presentation
import Terminal

/// Asks questions in a session, and counts the lines of the input.
@MainActor
final class LineDialogue: LineInput {
  /// The number of the last line, from 1; `nil` before the first.
  var lastNumber: Int?

  nonisolated private let input: any LineInput
  private var isAsking = false

  init(input: any LineInput) {
    self.input = input
  }

  /// Whether there is a person at a terminal.
  nonisolated var isInteractive: Bool { input.isInteractive }

  /// Reads the next command.
  func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
    async throws(InputFault) -> InputLine
  {
    isAsking = false
    let line = try await input.nextCommand(prompt: prompt, completions: completions)
    lastNumber = line.number
    return line
  }

  /// Keeps a command for the arrow keys; see `LineInput`.
  func remember(_ command: InputLine) async {
    if isInteractive { await input.remember(command) }
  }

  /// Commands that have arrived already; see `LineInput`.
  func arrivedCommands<Parsed: Sendable>(limit: Int, parse: @Sendable (String) -> Parsed?) async
    -> [(line: InputLine, parsed: Parsed)]
  {
    let commands = await input.arrivedCommands(limit: limit, parse: parse)
    lastNumber = commands.last?.line.number ?? lastNumber
    return commands
  }

  /// The given value, or else an answer.
  func answer(_ given: String?, or field: Field) async throws(InputFault) -> String {
    if let given { given } else { try await ask(field) }
  }

  /// Asks for a visible answer.
  func ask(_ field: Field) async throws(InputFault) -> String {
    try await nextAnswer(prompt: field.prompt).text
  }

  /// Asks for a hidden answer.
  func ask(_ field: HiddenField) async throws(InputFault) -> Secret {
    try await nextSecret(prompt: field.prompt).secret
  }

  /// Reads a line as an answer; see `LineInput`.
  func nextAnswer(prompt: String) async throws(InputFault) -> InputLine {
    isAsking = true
    let line = try await input.nextAnswer(prompt: prompt)
    lastNumber = line.number
    return line
  }

  /// Reads a line as a password; see `LineInput`.
  func nextSecret(prompt: String) async throws(InputFault) -> (number: Int, secret: Secret) {
    isAsking = true
    let line = try await input.nextSecret(prompt: prompt)
    lastNumber = line.number
    return line
  }

  /// The refusal for a line that could not be read, or `nil` at the end of the input if no answer
  /// was expected. The failed line is counted.
  func refusal(for fault: InputFault) -> Refusal? {
    switch fault {
    case .end(nil) where !isAsking || isInteractive: return nil
    case .notUTF8(let line), .tooLong(let line): lastNumber = line
    case .end, .cancelled: break
    }
    return fault.refusal
  }
}
