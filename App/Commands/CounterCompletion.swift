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

/// The words of a command line, as a shell parts them before it takes its quotes away.
struct ShellWords {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words.map { ShellWord($0).text }
  }

  /// The value of an option, in the next word or after `=`; when it is given twice, the
  /// second time.
  func value(of option: String) -> String? {
    for index in words.indices.reversed() {
      if words[index].hasPrefix("\(option)=") {
        return String(words[index].dropFirst(option.count + 1))
      }
      if words[index] == option { return words[(index + 1)...].first }
    }
    return nil
  }
}

/// A word of a command line, which need not be finished.
struct ShellWord {
  /// What the word stands for.
  private(set) var text = ""
  /// The quotation mark that is still open.
  private(set) var quote: Unicode.Scalar?

  /// Reads a word as it is typed.
  init(_ typed: some StringProtocol) {
    var isEscaped = false
    for scalar in typed.unicodeScalars {
      if isEscaped {
        // Between double quotes, a backslash stands for itself before most characters.
        if quote == "\"", !"$`\"\\".unicodeScalars.contains(scalar) { text.append("\\") }
        text.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
