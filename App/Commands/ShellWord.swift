import Domain

/// A word of a command line, which need not be finished.
struct ShellWord: Equatable {
  /// What the word stands for.
  private(set) var text = ""
  /// The quotation mark that is still open.
  private(set) var quote: Unicode.Scalar?
  /// Whether any of it is quoted.
  private(set) var isQuoted = false
  private var isEscaped = false

  /// Reads a word as it is typed.
  init(_ typed: some StringProtocol) {
    for scalar in typed.unicodeScalars { append(scalar) }
  }

  /// Whether a quote or a backslash waits for what it is about.
  var isOpen: Bool { quote != nil || isEscaped }

  fileprivate mutating func append(_ scalar: Unicode.Scalar) {
    if isEscaped {
      // Between double quotes, a backslash stands for itself before most characters.
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
  /// The words of a line, as a POSIX shell parts them; nothing in them is expanded. The last one may be open.
  static func words(of line: some StringProtocol) -> [ShellWord] {
    var words: [ShellWord] = []
    var isInWord = false
    for scalar in line.unicodeScalars {
      let isBlank = scalar == " " || scalar == "\t"
      if isBlank, words.last?.isOpen != true {
        isInWord = false
        continue
      }
      if !isInWord { words.append(ShellWord("")) }
      isInWord = true
      words[words.count - 1].append(scalar)
    }
    return words
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
