import Domain
import Presentation

/// What is asked and answered in lines, and where in the input that is.
@MainActor
final class LineDialogue: LineInput {
  /// The number of the last line that was read, from 1; `nil` before the first.
  var lastNumber: Int?

  nonisolated private let input: any LineInput
  private var isAsking = false

  init(input: any LineInput) {
    self.input = input
  }

  /// Whether a person is there.
  nonisolated var isInteractive: Bool { input.isInteractive }

  /// The next command.
  func nextCommand(prompt: String, completions: @escaping @Sendable (String) -> [String])
    async throws(InputFault) -> InputLine
  {
    isAsking = false
    let line = try await input.nextCommand(prompt: prompt, completions: completions)
    lastNumber = line.number
    return line
  }

  /// Commands that have arrived already; see `LineInput`.
  func arrivedCommands(limit: Int, while accept: @Sendable (String) -> Bool) async -> [InputLine] {
    let lines = await input.arrivedCommands(limit: limit, while: accept)
    lastNumber = lines.last?.number ?? lastNumber
    return lines
  }

  /// What was given already, or else what a person fills in.
  func answer(_ given: String?, or field: Field) async throws(InputFault) -> String {
    if let given { given } else { try await ask(field) }
  }

  /// What a person fills in.
  func ask(_ field: Field) async throws(InputFault) -> String {
    try await nextAnswer(prompt: field.prompt).text
  }

  /// What a person fills in unseen.
  func ask(_ field: HiddenField) async throws(InputFault) -> Secret {
    try await nextSecret(prompt: field.prompt).secret
  }

  /// The next line as an answer; see `LineInput`.
  func nextAnswer(prompt: String) async throws(InputFault) -> InputLine {
    isAsking = true
    let line = try await input.nextAnswer(prompt: prompt)
    lastNumber = line.number
    return line
  }

  /// The next line as a password; see `LineInput`.
  func nextSecret(prompt: String) async throws(InputFault) -> InputSecret {
    isAsking = true
    let line = try await input.nextSecret(prompt: prompt)
    lastNumber = line.number
    return line
  }

  /// Why a line could not be had, or `nil` when there are just no more and none was due. The line at fault
  /// counts as read.
  func refusal(for fault: InputFault) -> Refusal? {
    switch fault {
    case .end(nil) where !isAsking || isInteractive: return nil
    case .notUTF8(let line), .tooLong(let line): lastNumber = line
    case .end, .cancelled: break
    }
    return fault.refusal
  }
}
