import ArgumentParser
import Domain
import Terminal

/// Parses the words after `tally`, in a shell or in a session.
package enum CommandParser {
  /// What the words ask for.
  package enum Parsed {
    /// A command to run.
    case command(any Command)
    /// A session, on the full screen if possible.
    case session(CommonValues, onScreen: Bool)
    /// The server.
    case server(ServeCommand)
    /// A text to print: help, the version or a completion script.
    case text(String)
    /// The manual page.
    case manual
  }

  /// Parses words, without completion.
  ///
  /// - Throws: `Refusal.input(.unknownCommand)`, `.input(.wrongUsage)`.
  package static func parse(_ words: [String]) throws(Refusal) -> Parsed {
    let arguments = try checked(words)
    do {
      return try parsed(try TallyCommand.parseAsRoot(arguments))
    } catch {
      return try parsed(error, of: arguments)
    }
  }

  /// Parses words, which may be a request for completion by a shell.
  ///
  /// - Throws: `Refusal.input(.unknownCommand)`, `.input(.wrongUsage)`.
  package static func parseCompleting(_ words: [String]) async throws(Refusal) -> Parsed {
    let arguments = try checked(words)
    if let parsed = await alone(arguments) { return parsed }
    do {
      return try parsed(try await TallyCommand.asyncParseAsRoot(arguments))
    } catch {
      return try parsed(error, of: arguments)
    }
  }

  /// The words, with `+5` split into the command `+` and its number.
  static func partingSign(of words: [String]) -> [String] {
    let start = words.commandIndex
    guard start < words.endIndex, let sign = words[start].unicodeScalars.first,
      sign == "+" || sign == "-"
    else { return words }
    let amount = words[start].unicodeScalars.dropFirst()
    let digits = amount.drop { $0 == "+" || $0 == "-" }
    // Other words that begin with a minus are options.
    let isNumber = digits.first?.isASCIIDigit == true && amount.count - digits.count < 2
    guard !amount.isEmpty, isNumber || sign == "+" else { return words }
    return words[..<start] + [String(sign), String(amount)] + words[(start + 1)...]
  }

  /// The words for the parser, with the command first, after checking that it exists.
  private static func checked(_ words: [String]) throws(Refusal) -> [String] {
    let words = named(partingSign(of: words))
    var rest = words[words.commandIndex...]
    // For an unknown command, the parser would print the general help.
    if rest.first == "help", rest.count > 1 { rest = rest.dropFirst() }
    if let word = rest.first, word == "-" || !word.beginsWithMinus, word != "help",
      TallyCommand.command(named: word) == nil
    {
      throw .unknownCommand(word, among: TallyCommand.commandNames)
    }
    return PlainText.shielded(partingShortOptions(of: words))
  }

  /// The words, with `-qn5` split into `-q` and `-n5`. The parser does this only for options without
  /// a value.
  private static func partingShortOptions(of words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end].flatMap { word -> [String] in
      guard let match = word.wholeMatch(of: /-([qyh]+)([nf].*)/) else { return [word] }
      return match.1.map { "-\($0)" } + ["-\(match.2)"]
    } + words[end...]
  }

  /// What other programs call a command.
  package static let aliases = ["ls": "list", "rm": "delete", "mv": "rename"]

  /// The words with Tally's own name of the command first, before the options of every command.
  /// `--help up` is `help up`.
  private static func named(_ words: [String]) -> [String] {
    let (shared, rest) = (words[..<words.commandIndex], words[words.commandIndex...])
    guard let word = rest.first else { return words }
    let others = rest.dropFirst()
    if ["help", "--help", "-h"].contains(word) {
      let about = Array(others)[Array(others).commandIndex...]
      if let name = about.first, !name.beginsWithMinus {
        return ["help", aliases[name] ?? name] + about.dropFirst()
      }
    }
    // Options such as --version belong to the whole program, so their order stays.
    guard word == "-" || !word.beginsWithMinus, word != "help" else { return words }
    return [aliases[word] ?? word] + shared + others
  }

  /// The command, parsed alone because that takes a fraction of the time; `nil` for other words and
  /// for what the parser of the whole program refuses, or answers with a text.
  private static func alone(_ words: [String]) async -> Parsed? {
    guard let word = words.first, let command = TallyCommand.command(named: word),
      let parsed = try? await command.asyncParseAsRoot(Array(words.dropFirst()))
    else { return nil }
    return meaning(of: parsed)
  }

  private static func parsed(_ command: any ParsableCommand) throws -> Parsed {
    if let parsed = meaning(of: command) { return parsed }
    // The parser's own commands only print texts.
    var help = command
    try help.run()
    return .text("")
  }

  private static func meaning(of command: any ParsableCommand) -> Parsed? {
    switch command {
    case let command as any Command: .command(command)
    case let command as ScreenCommand: .session(command.options.values, onScreen: true)
    case let command as ServeCommand: .server(command)
    case let command as TallyCommand:
      command.generateManual ? .manual : .session(command.options.values, onScreen: false)
    default: nil
    }
  }

  /// The requested text.
  ///
  /// - Throws: the usage error.
  private static func parsed(_ error: any Error, of words: [String]) throws(Refusal) -> Parsed {
    let full = TallyCommand.fullMessage(for: error)
    guard TallyCommand.exitCode(for: error) != .success else { return .text(full) }
    let message = PlainText.unshielded(TallyCommand.message(for: error))
      .split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    let usage = full.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    throw .input(
      .wrongUsage(
        OptionSuggestion(for: words[words.commandIndex...]).improved(message),
        usage: usage.map { String($0.dropFirst("Usage: ".count)) } ?? TallyCommand.usageString()))
  }
}

extension Refusal {
  /// The refusal of an unknown command, with a similar one.
  package static func unknownCommand(_ word: String, among names: [String]) -> Refusal {
    let names = names.filter { $0 != word }
    let (longest, lowercased) = (80, word.lowercased())
    // `closestMatch` never returns the text itself, so this finds a word that is wrong only in
    // case.
    let isName = lowercased != word && names.contains(lowercased)
    let longer = Set(names.filter { $0.hasPrefix(lowercased) })
    return .input(
      .unknownCommand(
        word.unicodeScalars.count > longest
          ? String(word.unicodeScalars.prefix(longest)) + "..." : word,
        near: isName
          ? lowercased
          : longer.count == 1 ? longer.first : closestMatch(to: lowercased, among: names)))
  }
}

extension CommandConfiguration {
  private static let beginning = "tally "
  private static let end = " [<options>]"

  /// The meaning of status 77 for commands that change a count.
  static let countersOnly = "not logged in, or you may only view the counter"
  /// The meaning of status 77 for commands that only the counter's owner may use.
  static let ownersOnly = "not logged in, or the counter is somebody else's"

  /// The configuration of a command, whose help ends with the remarks, the examples, and the meaning
  /// of each exit status.
  ///
  /// - Parameters:
  ///   - form: the command without its options: `up <name> [<amount>]`.
  ///   - abstract: what it does.
  ///   - remarks: further information, if any.
  ///   - examples: lines to type.
  ///   - refused: the meaning of status 1, if it occurs.
  ///   - login: the meaning of status 77, if it occurs.
  ///   - others: other statuses with their meanings.
  init(
    form: String, abstract: String, remarks: String? = nil, examples: [String],
    refused: String? = nil, login: String? = "not logged in", others: [Int32: String] = [:]
  ) {
    self.init(
      commandName: String(form.prefix { $0 != " " }), abstract: abstract,
      usage: Self.beginning + form + Self.end,
      discussion: Self.text(
        remarks, examples: examples, refused: refused, login: login, others: others))
  }

  /// The part of the help below the abstract.
  private static func text(
    _ remarks: String?, examples: [String], refused: String?, login: String?,
    others: [Int32: String]
  ) -> String {
    var statuses: [Int32: String] = [
      0: "done", ExitStatus.usage: "wrong usage", ExitStatus.failure: "the store failed",
      ExitStatus.tryAgain: "the store is busy: try again",
    ]
    statuses[ExitStatus.refused] = refused
    statuses[ExitStatus.noPermission] = login
    statuses.merge(others) { $1 }
    let lines = statuses.sorted { $0.key < $1.key }.map { status, meaning in
      "  \(status)\(String(repeating: " ", count: status < 10 ? 3 : 2))\(meaning)"
    }
    return [
      remarks.map { [$0, ""] } ?? [], ["Examples:"], examples.map { "  \($0)" },
      ["", "Exit status:"], lines,
    ].flatMap(\.self).joined(separator: "\n")
  }

  /// The form of the command, without its options.
  var form: String? {
    usage.map { String($0.dropFirst(Self.beginning.count).dropLast(Self.end.count)) }
  }
}

extension [String] {
  /// The position of the command, after its options.
  fileprivate var commandIndex: Int {
    var index = startIndex
    while index < endIndex, self[index].isShared {
      index += self[index] == "--store" ? 2 : 1
    }
    return Swift.min(index, endIndex)
  }
}

extension String {
  /// Whether this is an option that may precede a command.
  fileprivate var isShared: Bool {
    ["--store", "--quiet", "-q", "--verbose"].contains(self) || beginsExactly(with: "--store=")
  }
}
