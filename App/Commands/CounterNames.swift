import ArgumentParser
import Domain

extension CompletionKind {
  /// The names of the counters of the saved login, as they are when the completion key is pressed.
  static var counterNames: CompletionKind {
    .custom { words, _, _ in
      // Somebody who types is not to be interrupted by what is wrong.
      guard let context = CommandContext(completing: ShellWords(words)),
        let session = try? await context.session(),
        let counters = try? await context.useCases.counters.counters(in: session)
      else { return [] }
      return counters.map { CompletionShell.requesting.candidate($0.name.text) }
    }
  }
}

extension CompletionShell? {
  /// The text as the script of the shell takes it for a candidate.
  fileprivate func candidate(_ text: String) -> String {
    switch self {
    // `compgen -W` expands it as a word of the shell: it could hold a command otherwise.
    case .bash: "'\(text.replacing("'", with: "'\\''"))'"
    // What stands behind a colon would be a remark.
    case .zsh: text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    default: text
    }
  }
}
