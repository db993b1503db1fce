import ArgumentParser
import Domain

extension CompletionKind {
  /// Completes the names of the saved login's counters.
  static var counterNames: CompletionKind {
    .custom { words, index, _ in
      // Errors must not interrupt typing.
      guard words.indices.contains(index),
        let context = await CommandContext(completing: ShellWords(words)),
        let session = try? await context.session(),
        let counters = try? await context.useCases.counters.counters(in: session)
      else { return [] }
      // Other names occur only in a tampered store, and cannot be passed to a shell.
      let names = counters.map(\.typedName).filter {
        !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
      return switch CompletionShell.requesting {
      case .bash:
        BashWord(words[index], replacing: CompletionScript.replacedText ?? words[index])
          .candidates(names)
      // Zsh shows the text after a colon as a description.
      case .zsh:
        names.map { name in
          name.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar == "\\" || scalar == ":" { result += "\\" }
            result.unicodeScalars.append(scalar)
          }
        }
      default: names
      }
    }
  }
}
