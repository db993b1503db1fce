import ArgumentParser
import Composition
import Domain
import Presentation
import Terminal

/// A command that does one thing. In a shell the program ends afterwards; a session reads the next
/// line.
package protocol Command: AsyncParsableCommand, Sendable {
  var options: SharedOptions { get }
  /// Whether it creates a missing store that was named.
  static var makesStore: Bool { get }

  /// Does the work and prints the results.
  ///
  /// - Throws: the refusal; earlier output stays.
  func run(_ context: CommandContext) async throws(Refusal)

  /// Checks what can be checked before the store is opened.
  func check() throws(Refusal)

  /// What a session does on its scenes instead of `run`, or `nil` if it does the same as a shell.
  ///
  /// - Throws: what is wrong with the command, or that it works only in a shell.
  func onScenes() throws(Refusal) -> SceneCommand?

  /// A word that could also be a counter's name; `nil` without one.
  var chosenMeaning: ChosenMeaning? { get }

  /// Whether the account loses its access to the counter, which only the counter's own scene can show.
  func leaves(_ counter: Counter) -> Bool
}

/// A word that is not taken for a counter's name, as in `history 5`.
package struct ChosenMeaning: Sendable {
  /// The word.
  package let word: String
  /// What it is taken for.
  let chosen: String
  /// The line to type, after the program's name in a shell, when the counter was meant.
  let other: String

  init(of word: PlainText, is chosen: String, other: String) {
    (self.word, self.chosen, self.other) = (word.text, chosen, other)
  }

  /// The sentence for somebody who has a counter of that name.
  package func sentence(typedAfter program: String) -> String {
    "\(word) is \(chosen) here. For the counter: \(program)\(other)"
  }
}

extension Command {
  package static var makesStore: Bool { false }

  package func check() throws(Refusal) {}

  package func onScenes() throws(Refusal) -> SceneCommand? { nil }

  package var chosenMeaning: ChosenMeaning? { nil }

  package func leaves(_ counter: Counter) -> Bool { false }

  /// Runs the command in a shell.
  ///
  /// - Parameter open: opens the store for the command; `makesStore` is whether to create a missing
  ///   store that was named.
  /// - Throws: the refusal; earlier output stays.
  package func run(
    opening open: (CommonValues, _ makesStore: Bool) async throws(Refusal) -> CommandContext
  ) async throws(Refusal) {
    try check()
    let context = try await open(options.values, Self.makesStore)
    if let chosenMeaning { await context.remark(chosenMeaning) }
    try await run(context)
  }
}
