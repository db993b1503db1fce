import ArgumentParser
import Domain

/// What was probably meant by an argument that a command does not have.
struct OptionSuggestion {
  /// The words after the command.
  private let words: ArraySlice<String>
  /// The command, or the whole program.
  private let command: ToolDescription.Command?

  /// The long names of the command's options, without dashes.
  private var names: [String] { command?.optionNames ?? [] }

  /// Suggests options of the command that is the first of the words; without words, of the program.
  init(for words: ArraySlice<String>) {
    self.words = words.dropFirst()
    let tool = try? ToolDescription.ofTally().command
    command = tool?.subcommands?.first { $0.commandName == words.first } ?? tool
  }

  /// The parser's message about a wrong argument, with the right one if there is a near one.
  ///
  /// The parser's own suggestions can be far from what was typed.
  func improved(_ message: String) -> String {
    if let match = message.firstMatch(of: /^Unknown option '(.+?)'/) {
      let typed = String(match.1)
      if let option = option(near: typed) { return suggesting(option, after: match.0) }
      return mayBeName(typed) ? "\(match.0). To use it as a name, type: -- \(typed)" : "\(match.0)"
    }
    if let match = message.wholeMatch(
      of: /(?:Unexpected argument|\d+ unexpected arguments:) '(.+?)'.*/)
    {
      let typed = String(match.1)
      if let quoted = quotedOption(ending: typed) { return quoting(quoted, after: match.0) }
      if let option = option(taking: typed) { return suggesting(option, after: match.0) }
      return quotedName(ending: typed).map { quoting($0, after: match.0) } ?? "\(match.0)"
    }
    // The parser first misses the name that the option was meant to be.
    if message.hasPrefix("Missing expected argument"),
      let typed = words.first(where: isUnknownOption)
    {
      return improved("Unknown option '\(typed)'")
    }
    return message
  }

  private func isUnknownOption(_ word: String) -> Bool {
    guard word.beginsWithMinus, word != "-", word != "--" else { return false }
    let names = (command?.arguments ?? []).flatMap { $0.names ?? [] }
    return !names.contains { name in
      name.kind == "long"
        ? word.prefix { $0 != "=" } == "--\(name.name)" : word.hasPrefix("-\(name.name)")
    }
  }

  private func suggesting(_ option: String, after message: Substring) -> String {
    "\(message). Did you mean '\(option)'?"
  }

  private func quoting(_ quoted: String, after message: Substring) -> String {
    "\(message). Quote what has spaces: \(quoted)"
  }

  /// The option whose value goes on with the typed word: `--note bus 12`.
  private func quotedOption(ending typed: String) -> String? {
    guard let end = words.lastIndex(of: typed),
      let start = words[..<end].lastIndex(where: \.beginsWithMinus)
    else { return nil }
    let parts = words[start].split(separator: "=", maxSplits: 1).map(String.init)
    let takesValue = (command?.arguments ?? []).contains { argument in
      argument.kind == .option && ["text", "when", "name"].contains(argument.valueName)
        && (argument.names ?? []).contains { ["--\($0.name)", "-\($0.name)"].contains(parts[0]) }
    }
    let value = parts.dropFirst() + words[(start + 1)...].prefix { !$0.beginsWithMinus }
    return takesValue && value.count > 1 ? "\(parts[0]) '\(value.joined(separator: " "))'" : nil
  }

  /// The name that goes on with the typed word: `rename main Main hall`.
  private func quotedName(ending typed: String) -> String? {
    let places = (command?.arguments ?? []).filter { $0.kind == .positional }
    let given = words.prefix { !$0.beginsWithMinus }
    guard let last = places.last, ["name", "new", "pattern"].contains(last.valueName),
      given.count > places.count, given.contains(typed)
    else { return nil }
    return "'\(given.dropFirst(places.count - 1).joined(separator: " "))'"
  }

  /// Whether the word is where the command takes a name.
  private func mayBeName(_ typed: String) -> Bool {
    let before = words.prefix { $0 != typed }.filter { !$0.beginsWithMinus }
    let places = (command?.arguments ?? []).filter { $0.kind == .positional }
    guard before.count < places.count else { return false }
    return !["amount", "count", "target"].contains(places[before.count].valueName)
  }

  /// The option that the typed one is a slip of, or another program's name for.
  private func option(near typed: String) -> String? {
    let word = String(typed.drop { $0 == "-" }.prefix { $0 != "=" }).lowercased()
    let formats = names.contains("format") ? OutputFormat.allCases.map(\.rawValue) : []
    if formats.contains(word) { return "--format \(word)" }
    let beginning = names.filter { $0.hasPrefix(word) }
    let name =
      (Self.synonyms[word] ?? []).first(where: names.contains)
      ?? (beginning.count == 1 ? beginning.first : closestMatch(to: word, among: formats + names))
    return name.map { formats.contains($0) ? "--format \($0)" : "--\($0)" }
  }

  /// The option whose value was given without it: `history coffee 5`.
  private func option(taking value: String) -> String? {
    let count = value.beginsWithMinus ? String(value.dropFirst()) : value
    let takers: (names: [String], value: String) =
      if (Int(count) ?? 0) > 0 {
        (["limit", "last"], count)
      } else if Span(rawValue: value) != nil {
        (["by"], value)
      } else if OutputFormat(rawValue: value) != nil {
        (["format"], value)
      } else if value.wholeMatch(of: Self.time) != nil {
        (["at", "since"], value)
      } else {
        ([], value)
      }
    return takers.names.first(where: names.contains).map { "--\($0) \(takers.value)" }
  }

  /// A time that needs no quotes.
  private static var time: Regex<Substring> {
    /now|today|yesterday|\d{4}-\d\d-\d\d|\d\d:\d\d/
  }

  /// What other programs call an option.
  private static let synonyms = [
    "f": ["yes"], "rf": ["yes"], "force": ["yes"], "silent": ["quiet"],
    "from": ["since"], "after": ["since"], "to": ["until"], "before": ["until"],
    "n": ["limit", "last"], "lines": ["limit", "last"],
  ]
}

extension ToolDescription.Command {
  /// The long names of the options, without dashes.
  package var optionNames: [String] {
    (arguments ?? []).filter { $0.shouldDisplay && $0.kind != .positional }
      .compactMap { $0.names?.first { $0.kind == "long" }?.name }
  }
}
