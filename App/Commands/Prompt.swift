import Domain
import Presentation
import Terminal

/// Asks a person for input, or reads it from standard input.
struct Prompt: Sendable {
  private let input: any LineInput
  /// Whether a person answers, who may mistype a password.
  let isPerson: Bool

  /// Creates a prompt that reads passwords from standard input, or else asks the person.
  ///
  /// - Throws: `Refusal.input(.nobodyToAsk)` when there is no terminal.
  init(fromInput: Bool, using inputs: CommandInputs) throws(Refusal) {
    guard let input = fromInput ? inputs.lines() : try inputs.person() else {
      throw .input(.nobodyToAsk(how: "Use --password-stdin"))
    }
    self.input = input
    isPerson = !fromInput
  }

  /// The given value, or an answer by the person.
  func ask(_ field: Field, given: String?) async throws(Refusal) -> String {
    if let given { return given }
    guard isPerson else {
      throw .input(.nobodyToAsk(how: "Give the \(field.label.lowercased()) as an argument"))
    }
    do {
      return try await input.nextAnswer(prompt: field.prompt).text
    } catch {
      throw error.refusal
    }
  }

  /// A password.
  func ask(_ field: HiddenField) async throws(Refusal) -> Secret {
    do {
      return try await input.nextSecret(prompt: field.prompt).secret
    } catch {
      throw error.refusal
    }
  }
}

/// The possible sources of answers.
package struct CommandInputs: Sendable {
  /// The person at the terminal, or `nil` without one.
  package let person: @Sendable () throws(Refusal) -> (any LineInput)?
  /// The lines of standard input.
  package let lines: @Sendable () -> any LineInput

  package init(
    person: @escaping @Sendable () throws(Refusal) -> (any LineInput)?,
    lines: @escaping @Sendable () -> any LineInput
  ) {
    self.person = person
    self.lines = lines
  }
}
