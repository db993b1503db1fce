/// The words of a command line, as a shell parts them before it takes its quotes away.
struct ShellWords {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words.map(Self.unquoted)
  }

  /// What stands behind an option, in the next word or after the sign `=`; where it is given twice, the
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

  private static func unquoted(_ word: String) -> String {
    var text = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        text.append(character)
      }
    }
    return text
  }
}
