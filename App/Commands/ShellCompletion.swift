import ArgumentParser
import Composition
import Domain
import Platform
import Terminal

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

  /// Completes the names of the saved login's archived counters.
  static var archivedNames: CompletionKind {
    .custom { words, index, _ in
      await candidates(in: words, at: index) { useCases, session in
        (try? await useCases.counterNames(on: .archived, in: session)) ?? []
      }
    }
  }

  /// Completes a counter's name, the word `with` and the name of somebody who is a member already.
  static var sharingWords: CompletionKind {
    .custom { words, index, _ in
      let before = namingWords(before: index, in: words)
      if before.last == "with" { return await candidates(in: words, at: index, members) }
      if before.count == 1 { return candidates(["with"], for: words[index]) }
      guard before.isEmpty else { return [] }
      return await candidates(in: words, at: index) { useCases, session in
        await counters(useCases, session) + ["with"]
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

  private typealias Names = @Sendable (UseCases, Session) async -> [String]

  // Errors must not interrupt typing.
  private static let counters: Names = { useCases, session in
    (try? await useCases.counterNames(in: session)) ?? []
  }

  private static let members: Names = { useCases, session in
    ((try? await useCases.members.membersOfOwnCounters(in: session)) ?? []).map(\.text)
  }

  /// The saved login with its store; `nil` without a store, because pressing Tab must not create one.
  private static func login(for words: [String]) async -> (UseCases, Session)? {
    let environment = Environment.process
    let store = ShellWord.value(of: "--store", in: words).map { path in
      // A shell that completes a word has not expanded it. Other people's folders are left out.
      path.hasPrefix("~/") ? (environment["HOME"] ?? "~") + path.dropFirst() : path
    }
    guard let options = try? SharedOptions.parse(store.map { ["--store", $0] } ?? []),
      let locations = try? FileLocations(store: store, environment: environment),
      locations.hasStore
    else { return nil }
    // A server that does not answer must not hold up typing for long.
    setenv("PGCONNECT_TIMEOUT", "2", 0)
    guard
      let root = try? await CompositionRoot(
        options: options.values, makesStore: false, threads: .callers),
      let session = try? await root.login.session()
    else { return nil }
    return (root.useCases, session)
  }

  private static func candidates(in words: [String], at index: Int, _ names: Names) async
    -> [String]
  {
    guard words.indices.contains(index),
      let (useCases, session) = await login(for: words)
    else { return [] }
    // A name that looks like an option is one only after `--`. Control characters occur only in a
    // tampered store, and cannot be passed to a shell.
    let isAfterOptions = words.prefix(index).contains("--")
    let found = await names(useCases, session).filter {
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
  package var beginsLikeOption: Bool {
    beginsWithMinus && unicodeScalars.dropFirst().first?.isASCIIDigit != true
  }
}
