import ArgumentParser
import Domain

/// Understands what is typed after `tally`, in a shell or in a session.
enum CommandParser {
  /// What words ask for.
  enum Parsed {
    /// A command to be carried out.
    case command(any AsyncParsableCommand)
    /// A text to be shown: help, the version, a completion script.
    case text(String)
  }

  /// What the words ask for, without completing any.
  ///
  /// - Throws: `Refusal.unknownCommand`, `.wrongUsage`.
  static func parse(_ words: [String]) throws(Refusal) -> Parsed {
    let arguments = try checked(words)
    do {
      return try parsed(try TallyCommand.parseAsRoot(arguments))
    } catch {
      return try parsed(error)
    }
  }

  /// What the words ask for, which may be what a shell completes.
  ///
  /// - Throws: `Refusal.unknownCommand`, `.wrongUsage`.
  static func parseCompleting(_ words: [String]) async throws(Refusal) -> Parsed {
    let arguments = try checked(words)
    do {
      return try parsed(try await TallyCommand.asyncParseAsRoot(arguments))
    } catch {
      return try parsed(error)
    }
  }

  /// The words, where `+5` is a command and its number as `+ 5` is.
  static func partingSign(of words: [String]) -> [String] {
    let start = words.commandIndex
    guard start < words.endIndex, let sign = words[start].first, sign == "+" || sign == "-" else {
      return words
    }
    let amount = words[start].dropFirst()
    let digits = amount.drop { $0 == "+" || $0 == "-" }
    // What else begins with a minus is an option.
    let isNumber = digits.first?.isASCIIDigit == true && amount.count - digits.count < 2
    guard !amount.isEmpty, isNumber || sign == "+" else { return words }
    return words[..<start] + [String(sign), String(amount)] + words[(start + 1)...]
  }

  /// The words as the parser is to see them, with a command that there is.
  private static func checked(_ words: [String]) throws(Refusal) -> [String] {
    let words = partingSign(of: words)
    var rest = words[words.commandIndex...]
    // Help on what is no command would be help on everything.
    if rest.first == "help", rest.count > 1 { rest = rest.dropFirst() }
    if let word = rest.first, word == "+" || word == "-" || !word.hasPrefix("-"),
      !TallyCommand.commandNames.contains(word)
    {
      throw .unknownCommand(word, among: TallyCommand.commandNames)
    }
    return PlainText.shielded(words)
  }

  /// The command, unless it is the parser's own, which has nothing to do but say something.
  private static func parsed(_ command: any ParsableCommand) throws -> Parsed {
    if let command = command as? any AsyncParsableCommand { return .command(command) }
    var help = command
    try help.run()
    return .text("")
  }

  /// The text that was asked for.
  ///
  /// - Throws: what is wrong with how a command was typed.
  private static func parsed(_ error: any Error) throws(Refusal) -> Parsed {
    let full = TallyCommand.fullMessage(for: error)
    guard TallyCommand.exitCode(for: error) != .success else { return .text(full) }
    let message = PlainText.unshielded(TallyCommand.message(for: error))
      .split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    let usage = full.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    throw .wrongUsage(
      message,
      usage: usage.map { String($0.dropFirst("Usage: ".count)) } ?? TallyCommand.usageString())
  }
}

extension Refusal {
  /// A word that is no command, with the one that it looks like.
  static func unknownCommand(_ word: String, among names: [String]) -> Refusal {
    let (longest, lowercased) = (80, word.lowercased())
    // The closest match is never the text itself: here it is, where only the case was wrong.
    let isName = lowercased != word && names.contains(lowercased)
    return .unknownCommand(
      word.count > longest ? word.prefix(longest) + "..." : word,
      near: isName ? lowercased : closestMatch(to: lowercased, among: names))
  }
}

extension CommandConfiguration {
  private static let beginning = "tally "
  private static let end = " [<options>]"

  /// The configuration of a command that is called in this form: `up <name> [<amount>]`.
  init(form: String, abstract: String, discussion: String) {
    self.init(
      commandName: String(form.prefix { $0 != " " }), abstract: abstract,
      usage: Self.beginning + form + Self.end, discussion: discussion)
  }

  /// How the command is called, but for its options.
  var form: String? {
    usage.map { String($0.dropFirst(Self.beginning.count).dropLast(Self.end.count)) }
  }
}

extension [String] {
  /// Where the command is, which options may stand before.
  fileprivate var commandIndex: Int {
    var index = startIndex
    while index < endIndex, self[index].isShared {
      index += self[index] == "--store" ? 2 : 1
    }
    return Swift.min(index, endIndex)
  }
}

extension String {
  /// Whether this is an option that may stand before a command.
  fileprivate var isShared: Bool {
    ["--store", "--quiet", "--verbose"].contains(self) || hasPrefix("--store=")
  }
}
