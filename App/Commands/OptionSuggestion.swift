import Domain

/// What was probably meant by an argument that a command does not have.
struct OptionSuggestion {
  private let command: String?

  /// The long names of the command's options, without dashes.
  private var names: [String] {
    let tool = try? ToolDescription.ofTally().command
    let own = tool?.subcommands?.first { $0.commandName == command } ?? tool
    return own?.optionNames ?? []
  }

  /// Suggests options of this command; `nil` is the program without a command.
  init(for command: String?) {
    self.command = command
  }

  /// The parser's message about a wrong argument, with the right one if there is a near one.
  ///
  /// The parser's own suggestions can be far from what was typed.
  func improved(_ message: String) -> String {
    if let match = message.firstMatch(of: /^Unknown option '(.+?)'/) {
      return suggesting(option(near: String(match.1)), after: match.0)
    }
    if let match = message.wholeMatch(of: /Unexpected argument '(.+)'/) {
      return suggesting(option(taking: String(match.1)), after: match.0)
    }
    return message
  }

  private func suggesting(_ option: String?, after message: Substring) -> String {
    option.map { "\(message). Did you mean '\($0)'?" } ?? String(message)
  }

  /// The option that the typed one is a slip of, or another program's name for.
  private func option(near typed: String) -> String? {
    let word = String(typed.drop { $0 == "-" }.prefix { $0 != "=" }).lowercased()
    if let format = option(forFormat: word) { return format }
    let beginning = names.filter { $0.hasPrefix(word) }
    let name =
      (Self.synonyms[word] ?? []).first(where: names.contains)
      ?? (beginning.count == 1 ? beginning.first : closestMatch(to: word, among: names))
    return name.map { "--\($0)" }
  }

  /// The option whose value was given without it: `history coffee 5`.
  private func option(taking value: String) -> String? {
    let isCount = (Int(value) ?? 0) > 0
    let number = isCount ? ["limit", "last"].first(where: names.contains) : nil
    let span = Span(rawValue: value) == nil ? nil : ["by"].first(where: names.contains)
    return (number ?? span).map { "--\($0) \(value)" } ?? option(forFormat: value)
  }

  private func option(forFormat word: String) -> String? {
    guard names.contains("format"), OutputFormat(rawValue: word) != nil else { return nil }
    return "--format \(word)"
  }

  /// What other programs call an option.
  private static let synonyms = [
    "n": ["limit", "last"], "f": ["format"], "force": ["yes"], "silent": ["quiet"],
    "from": ["since"], "after": ["since"], "to": ["until"], "before": ["until"],
  ]
}

extension ToolDescription.Command {
  /// The long names of the options, without dashes.
  var optionNames: [String] {
    (arguments ?? []).filter { $0.shouldDisplay && $0.kind != .positional }
      .compactMap { $0.names?.first { $0.kind == "long" }?.name }
  }
}
