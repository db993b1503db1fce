import ArgumentParser
import Domain

extension CompletionKind {
  /// The names of the counters of the saved login, as they are when the completion key is pressed.
  static var counterNames: CompletionKind {
    .custom { words, index, _ in
      // Somebody who types is not to be interrupted by what is wrong.
      guard words.indices.contains(index),
        let context = await CommandContext(completing: ShellWords(words)),
        let session = try? await context.session(),
        let counters = try? await context.useCases.counters.counters(in: session)
      else { return [] }
      // Only in a store that somebody tampered with are there others, and no shell can be given them.
      let names = counters.map(\.name.text).filter {
        !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
      return switch CompletionShell.requesting {
      case .bash:
        BashWord(words[index], replacing: CompletionScript.replacedText ?? words[index])
          .candidates(names)
      // What follows a colon would be a remark.
      case .zsh:
        names.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
      default: names
      }
    }
  }
}
