import ArgumentParser
import Domain
import FoundationEssentials

/// Generates the manual page tally(1) in mdoc(7) from the commands.
///
/// The parser's `generate-manual` supports no files, environment variables, exit statuses or
/// examples.
package struct ManualPage {
  let tool: ToolDescription

  /// The lines of the page, wrapped as mdoc(7) recommends.
  ///
  /// - Throws: `Refusal.environment` when the parser describes the commands in another form.
  package static var lines: [String] {
    get throws(Refusal) {
      do {
        return ManualPage(tool: try .ofTally()).content.flatMap(\.wrapped)
      } catch {
        throw .environment(cause: "The manual cannot be made: \(error)")
      }
    }
  }

  private var content: [String] {
    let commands = (tool.command.subcommands ?? []).filter { $0.shouldDisplay && $0.isOwn }
    return [
      ".Dd November 21, 2026", ".Dt TALLY 1", ".Os", ".Sh NAME", ".Nm tally",
      ".Nd count things and keep the counts", ".Sh SYNOPSIS", ".Nm",
    ] + synopsis(of: tool.command) + [
      ".Nm", ".Ar command", ".Op Ar argument ...", ".Op Ar option ...",
    ]
      + [".Sh DESCRIPTION"] + Self.description
      + [".Ss Options everywhere"] + list(of: tool.command.arguments ?? [])
      + [".Sh COMMANDS"] + commands.flatMap(section) + Self.sections
      + [".Sh EXAMPLES"] + commands.compactMap(\.examples).flatMap { $0 }
  }

  private func section(of command: ToolDescription.Command) -> [String] {
    let shared = Set((tool.command.arguments ?? []).map(\.title))
    let own = (command.arguments ?? []).filter { $0.shouldDisplay && !shared.contains($0.title) }
    return [".Ss tally \(command.commandName)", ".Nm", ".Cm \(command.commandName)"]
      + own.map(\.synopsis) + [".Pp"]
      + ([command.abstract ?? ""] + command.remarks).flatMap { $0.manualLines } + list(of: own)
  }

  private func synopsis(of command: ToolDescription.Command) -> [String] {
    (command.arguments ?? []).filter { $0.shouldDisplay && $0.title != "help" }.map(\.synopsis)
  }

  private func list(of arguments: [ToolDescription.Argument]) -> [String] {
    let shown = arguments.filter(\.shouldDisplay)
    guard !shown.isEmpty else { return [] }
    return [".Bl -tag -width Ds"]
      + shown.flatMap { [".It \($0.shortMark)\($0.mark)"] + ($0.abstract ?? "").manualLines } + [
        ".El"
      ]
  }
}

extension ToolDescription.Command {
  /// The parser's own help command has no section.
  var isOwn: Bool { commandName != "help" }

  /// The paragraphs of the discussion before its examples.
  var remarks: [String] {
    paragraphs.prefix { !$0.hasPrefix("Example") }.map {
      $0.split(separator: "\n").joined(separator: " ")
    }
  }

  /// The examples as typed.
  var examples: [String]? {
    guard let examples = paragraphs.first(where: { $0.hasPrefix("Example") }) else { return nil }
    let lines = examples.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
    return [".Bd -literal -compact"] + lines.map { String($0).manualText } + [".Ed"]
  }

  private var paragraphs: [String] {
    (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "").map { $0.joined(separator: "\n") }
  }
}

extension ToolDescription.Argument {
  /// The argument's name; the long one if there are several.
  var title: String { longName ?? names?.first?.name ?? valueName ?? "" }

  private var longName: String? { names?.first { $0.kind == "long" }?.name }

  /// The mdoc macro for the short name before the long one; empty without both.
  var shortMark: String {
    let short = longName.flatMap { _ in names?.first { $0.kind == "short" } }
    return short.map { "Fl \($0.name) , " } ?? ""
  }

  /// The mdoc macro for the argument.
  var mark: String {
    let value = valueName ?? title
    return switch kind {
    case .positional: "Ar \(value.manualText)"
    case .flag: "Fl \(dashed)"
    case .option: "Fl \(dashed) Ar \(value.manualText)"
    }
  }

  /// The argument in a synopsis.
  var synopsis: String { isOptional ? ".Op \(mark)" : ".\(mark)" }

  private var dashed: String {
    longName == nil ? title : "\\-\(title.manualText)"
  }
}

extension String {
  /// The line, wrapped between words.
  fileprivate var wrapped: [String] {
    guard utf8.count > 80, !hasPrefix(".") else { return [self] }
    return split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.utf8.count + word.utf8.count < 80 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }

  /// The text, escaped for mdoc(7).
  var manualText: String {
    let escaped = split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
    return hasPrefix(".") || hasPrefix("'") ? "\\&\(escaped)" : escaped
  }

  /// The text with one sentence per line, as mdoc(7) recommends.
  var manualLines: [String] {
    split(separator: ". ").enumerated().map { index, sentence in
      let isLast = sentence.endIndex == endIndex
      return (isLast ? String(sentence) : "\(sentence).").manualText
    }
  }
}

/// The parts of the manual page that the commands do not contain.
extension ManualPage {
  private static let description = [
    ".Nm", "counts things and keeps the counts, with the history of every change, in one file that",
    "several people and several terminals may use at once.",
    "People make an account, log in, and count up and down.", ".Pp",
    "Without a command,", ".Nm",
    "reads commands line by line: from a person at a terminal, or from a pipe, where the first line",
    "that fails ends it.", "The line", ".Ql help", "lists the commands.",
    "The command", ".Ql screen", "uses the whole terminal;", ".Ql \\&?", "lists the keys there.",
    "A line there may begin with", ".Nm ,", "and one that begins with # is a comment.",
    "The commands ls, rm and mv are list, delete and rename.",
    ".Pp",
    "A time has a form like 2026-11-21, \\(dq2026-11-21 09:00\\(dq, 09:00, now, today,",
    "\\(dqyesterday 18:30\\(dq, \\(dq2 hours ago\\(dq or RFC 3339.",
    "It is local time unless it names a zone.",
    "A period includes its beginning, but not its end.",
  ]

  static let sections =
    [".Sh ENVIRONMENT", ".Bl -tag -width XDG_STATE_HOME"]
    + items([
      ("Ev TALLY_STORE", "The store, unless \\-\\-store is given."),
      (
        "Ev TALLY_TOKEN_FILE",
        "The file of the saved login, for a machine without a home folder, or for several logins."
      ),
      ("Ev TALLY_HISTORY", "The file of the lines typed at the prompt; empty keeps none."),
      ("Ev XDG_DATA_HOME", "The folder of the default store; ~/.local/share unless set."),
      (
        "Ev XDG_STATE_HOME",
        "The folder of the saved login and the line editor's history; ~/.local/state unless set."
      ),
      (
        "Ev COLUMNS",
        "The width of charts at the line, instead of the terminal's."
      ),
      (
        "Ev PAGER",
        "The program for results that are longer than the screen; less \\-FRX unless set."
      ),
      ("Ev LANG , LC_ALL", "Whether charts are drawn with block characters."),
      ("Ev TZ", "The time zone."),
      ("Ev TERM , NO_COLOR", "The kind of terminal, and whether the full screen has colours."),
    ]) + [".El", ".Sh FILES", ".Bl -tag -width Ds"]
    + items([
      ("Pa ~/.local/share/tally/tally.db", "The store."),
      ("Pa ~/.local/share/tally/tally.db.gate", "Lets one writer at a time through."),
      ("Pa ~/.local/state/tally/session", "The saved login, one for each store."),
      (
        "Pa ~/.local/state/tally/device",
        "What your accounts know this device by, kept after logout: failed logins elsewhere do not "
          + "make it wait."
      ),
      (
        "Pa ~/.local/state/tally/history",
        "The lines typed at the prompt, without passwords and answers."
      ),
    ]) + [".El", ".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    + items([
      ("0", "Done."), ("1", "Refused: for example, there is no such counter, or nothing to undo."),
      ("64", "Wrong usage."), ("65", "Bad input data."), ("66", "No such input file or store."),
      ("74", "The store or the output failed, or it is not known whether a change was saved."),
      ("75", "Busy, or too many attempts: try again."),
      ("77", "Not logged in, not allowed, or wrong credentials."), ("130", "Interrupted."),
      ("141", "The reader of the output has gone."),
    ]) + [".El"]

  private static func items(_ entries: [(mark: String, text: String)]) -> [String] {
    entries.flatMap { [".It \($0.mark)", $0.text] }
  }
}

/// The program's commands, as described by the argument parser.
package struct ToolDescription: Decodable, Sendable {
  package struct Command: Decodable, Sendable {
    package let commandName: String
    package let abstract: String?
    package let discussion: String?
    package let shouldDisplay: Bool
    package let subcommands: [Command]?
    package let arguments: [Argument]?
  }

  package struct Argument: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable {
      case positional, option, flag
    }

    package struct Name: Decodable, Sendable {
      package let kind: String
      package let name: String
    }

    package let kind: Kind
    package let shouldDisplay: Bool
    package let isOptional: Bool
    package let names: [Name]?
    package let valueName: String?
    package let allValues: [String]?
    package let abstract: String?
  }

  package let command: Command

  /// The description of `tally`.
  ///
  /// - Throws: `DecodingError` when the parser's format has changed.
  package static func ofTally() throws -> ToolDescription { try described.get() }

  /// Made once, since it takes the parser a while.
  private static let described = Result { try describe() }

  private static func describe() throws -> ToolDescription {
    do {
      _ = try TallyCommand.parseAsRoot(["--experimental-dump-help"])
      throw ExitCode.failure
    } catch let error where !(error is ExitCode) {
      return try JSONDecoder().decode(
        ToolDescription.self, from: Data(TallyCommand.fullMessage(for: error).utf8))
    }
  }
}
