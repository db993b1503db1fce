/// The word that is completed in Bash, which puts a candidate into the line as it is: so whatever means
/// something to the shell is quoted in it.
struct BashWord {
  /// What the word stands for, up to the cursor.
  private let text: String
  /// The beginning of the word, which stays as it was typed.
  private let kept: ShellWord

  /// - Parameters:
  ///   - word: the word as it was typed.
  ///   - end: the end of it that a candidate replaces, without an open quotation mark and what stands before
  ///     a character that parts words for Readline.
  init(_ word: String, replacing end: String) {
    let start = word.ranges(of: end).last?.lowerBound ?? word.startIndex
    kept = ShellWord(word[..<start])
    text = ShellWord(word[..<start] + end).text
  }

  /// What may replace the end of the word, so that it becomes one of the names.
  func candidates(_ names: [String]) -> [String] {
    names.filter { $0.utf8.starts(with: text.utf8) }.map { name in
      quoted(name.unicodeScalars.dropFirst(kept.text.unicodeScalars.count))
    }
  }

  private func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    let text = scalars.reduce(into: "") { $0 += quoted($1) }
    // Readline closes what is open, unless a quotation mark is there already.
    guard let quote = kept.quote, text.unicodeScalars.last == quote else { return text }
    return text + String(quote)
  }

  private func quoted(_ scalar: Unicode.Scalar) -> String {
    switch (kept.quote, scalar) {
    case ("'", "'"): "'\\''"
    case ("\"", "$"), ("\"", "`"), ("\"", "\""), ("\"", "\\"): "\\\(scalar)"
    // Between double quotes, nothing else keeps a line of the history from standing there instead.
    case ("\"", "!"): "\"'!'\""
    case (nil, _) where scalar.isASCII && !Self.isPlain(scalar): "\\\(scalar)"
    default: String(scalar)
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || "_-./:=@%+,".unicodeScalars.contains(scalar)
  }
}
