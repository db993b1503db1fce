import ArgumentParser
import Domain

/// A word being completed in Bash. Bash inserts candidates unchanged, so characters with a meaning
/// in the shell are quoted.
struct BashWord {
  /// The meaning of the word up to the cursor.
  private let text: String
  /// The beginning of the word, which stays as typed.
  private let kept: ShellWord

  /// - Parameters:
  ///   - word: the word as typed.
  ///   - end: its end that a candidate replaces, without an open quotation mark and without the
  ///     part before a character that splits words in Readline.
  init(_ word: String, replacing end: String) {
    // Not by characters: a combining mark at the beginning of the end makes one with what is before.
    let scalars = word.unicodeScalars
    let last = scalars.ranges(of: end.unicodeScalars).last
    let start = String(scalars[..<(last?.lowerBound ?? scalars.startIndex)])
    kept = ShellWord(start)
    text = ShellWord(start + end).text
  }

  /// The candidates that complete the word to one of the names.
  func candidates(_ names: [String]) -> [String] {
    names.filter { $0.utf8.starts(with: text.utf8) }.map { name in
      quoted(name.unicodeScalars.dropFirst(kept.text.unicodeScalars.count))
    }
  }

  private func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    let text = scalars.reduce(into: "") { $0 += quoted($1) }
    // Readline closes an open quote, unless there is a quotation mark already.
    guard let quote = kept.quote, text.unicodeScalars.last == quote else { return text }
    return text + String(quote)
  }

  private func quoted(_ scalar: Unicode.Scalar) -> String {
    switch (kept.quote, scalar) {
    case ("'", "'"): "'\\''"
    case ("\"", "$"), ("\"", "`"), ("\"", "\""), ("\"", "\\"): "\\\(scalar)"
    // In double quotes, only this prevents a history expansion.
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

extension CompletionKind {
  /// Completes the names of the saved login's counters.
  static var counterNames: CompletionKind {
    .custom { words, index, _ in
      await candidates(in: words, at: index, counters)
    }
  }

  /// Completes a counter's name, the word `with` and the name of somebody who is a member already.
  static var sharingWords: CompletionKind {
    .custom { words, index, _ in
      let before = namingWords(before: index, in: words)
      if before.last == "with" { return await candidates(in: words, at: index, members) }
      if before.count == 1 { return candidates(["with"], for: words[index]) }
      guard before.isEmpty else { return [] }
      return await candidates(in: words, at: index) { context, session in
        await counters(context, session) + ["with"]
      }
    }
  }

  /// The words after the command without options.
  private static func namingWords(before index: Int, in words: [String]) -> [String] {
    let texts = words.prefix(index).map { ShellWord($0).text }
    let values = texts.indices.dropFirst().filter { texts[$0 - 1] == "--store" }
    let plain = texts.indices.dropFirst().filter {
      !texts[$0].beginsWithMinus && !values.contains($0)
    }
    return plain.dropFirst().map { texts[$0] }
  }

  private typealias Names = @Sendable (CommandContext, Session) async -> [String]

  // Errors must not interrupt typing.
  private static let counters: Names = { context, session in
    ((try? await context.useCases.counters.counters(in: session)) ?? []).map(\.typedName)
  }

  private static let members: Names = { context, session in
    ((try? await context.useCases.members.membersOfOwnCounters(in: session)) ?? []).map(\.text)
  }

  private static func candidates(in words: [String], at index: Int, _ names: Names) async
    -> [String]
  {
    guard words.indices.contains(index),
      let context = await CommandContext(completing: ShellWords(words)),
      let session = try? await context.session()
    else { return [] }
    // A name that looks like an option is one only after `--`. Control characters occur only in a
    // tampered store, and cannot be passed to a shell.
    let isAfterOptions = words.prefix(index).contains("--")
    let found = await names(context, session).filter {
      (isAfterOptions || !$0.beginsLikeOption) && !$0.hasControlCharacters
    }
    return candidates(found, for: words[index])
  }

  private static func candidates(_ names: [String], for word: String) -> [String] {
    switch CompletionShell.requesting {
    case .bash:
      BashWord(word, replacing: CompletionScript.replacedText ?? word).candidates(names)
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

extension String {
  /// Whether a command takes the word for an option, unless `--` is before it.
  var beginsLikeOption: Bool {
    beginsWithMinus && unicodeScalars.dropFirst().first?.isASCIIDigit != true
  }
}
