import Domain

/// A word of a command line, perhaps unfinished.
package struct ShellWord: Equatable {
  /// The text without quotes.
  package private(set) var text = ""
  /// The open quotation mark, if any.
  private(set) var quote: Unicode.Scalar?
  /// Whether a part of it is quoted.
  package private(set) var isQuoted = false
  private var isEscaped = false

  /// Parses a word as typed.
  package init(_ typed: some StringProtocol) {
    for scalar in typed.unicodeScalars { append(scalar) }
  }

  /// Whether a quote is open or a backslash is last.
  package var isOpen: Bool { quote != nil || isEscaped }

  fileprivate mutating func append(_ scalar: Unicode.Scalar) {
    if isEscaped {
      // In double quotes, a backslash escapes only some characters.
      if quote == "\"", !"$`\"\\".unicodeScalars.contains(scalar) { text.append("\\") }
      text.unicodeScalars.append(scalar)
      isEscaped = false
    } else if scalar == "\\", quote != "'" {
      (isEscaped, isQuoted) = (true, true)
    } else if scalar == quote {
      quote = nil
    } else if quote == nil, scalar == "'" || scalar == "\"" {
      (quote, isQuoted) = (scalar, true)
    } else {
      text.unicodeScalars.append(scalar)
    }
  }
}

extension ShellWord {
  /// Splits a line into words like a POSIX shell, without expansions and without the comment after
  /// a `#` that begins a word. The last word may be unfinished.
  package static func words(of line: some StringProtocol) -> [ShellWord] {
    var words: [ShellWord] = []
    var isInWord = false
    for scalar in line.unicodeScalars {
      let isBlank = scalar == " " || scalar == "\t"
      if isBlank, words.last?.isOpen != true {
        isInWord = false
        continue
      }
      if !isInWord, scalar == "#" { break }
      if !isInWord { words.append(ShellWord("")) }
      isInWord = true
      words[words.count - 1].append(scalar)
    }
    return words
  }
}

extension ShellWord {
  /// The last value of an option, in the next word or after `=`; the words of a command line are
  /// split by a shell, but still quoted.
  package static func value(of option: String, in quoted: [String]) -> String? {
    let words = quoted.map { ShellWord($0).text }
    for index in words.indices.reversed() {
      if words[index].beginsExactly(with: "\(option)=") {
        return String(words[index].unicodeScalars.dropFirst(option.unicodeScalars.count + 1))
      }
      if words[index] == option { return words[(index + 1)...].first }
    }
    return nil
  }
}
