/// The manual page tally(1), in the language of mdoc(7), made from the commands themselves.
///
/// The parser's own `generate-manual` has no place for files, environment variables, exit statuses and examples.
struct ManualPage {
  let tool: ToolDescription

  /// The lines of the page, none of which is longer than mdoc(7) wants them.
  var lines: [String] { content.flatMap(\.wrapped) }

  private var content: [String] {
    let commands = (tool.command.subcommands ?? []).filter { $0.shouldDisplay && $0.isOwn }
    return [
      ".Dd November 21, 2026", ".Dt TALLY 1", ".Os", ".Sh NAME", ".Nm tally",
      ".Nd count things and keep the counts", ".Sh SYNOPSIS", ".Nm",
    ] + synopsis(of: tool.command) + [
      ".Nm", ".Ar command", ".Op Ar argument ...", ".Op Ar option ...",
    ]
      + [".Sh DESCRIPTION"] + ManualText.description
      + [".Ss Options everywhere"] + list(of: tool.command.arguments ?? [])
      + [".Sh COMMANDS"] + commands.flatMap(section) + ManualText.sections
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
      + shown.flatMap { [".It \($0.mark)"] + ($0.abstract ?? "").manualLines } + [".El"]
  }
}

extension ToolDescription.Command {
  /// The parser's own help needs no section.
  var isOwn: Bool { commandName != "help" }

  /// What the discussion says before its examples, paragraph by paragraph.
  var remarks: [String] {
    paragraphs.prefix { !$0.hasPrefix("Example") }.map {
      $0.split(separator: "\n").joined(separator: " ")
    }
  }

  /// The examples, as they are typed.
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
  /// What the argument is called; the long one of its names.
  var title: String { longName ?? names?.first?.name ?? valueName ?? "" }

  private var longName: String? { names?.first { $0.kind == "long" }?.name }

  /// The argument as a macro names it.
  var mark: String {
    let value = valueName ?? title
    return switch kind {
    case .positional: "Ar \(value.manualText)"
    case .flag: "Fl \(dashed)"
    case .option: "Fl \(dashed) Ar \(value.manualText)"
    }
  }

  /// The argument in a line that tells how a command is called.
  var synopsis: String { isOptional ? ".Op \(mark)" : ".\(mark)" }

  private var dashed: String {
    longName == nil ? title : "\\-\(title.manualText)"
  }
}

extension String {
  /// The line, broken between words where it is too long.
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

  /// The text where nothing in it is taken for a request or an escape.
  var manualText: String {
    let escaped = split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
    return hasPrefix(".") || hasPrefix("'") ? "\\&\(escaped)" : escaped
  }

  /// The text with each sentence on a line of its own, as mdoc(7) wants it.
  var manualLines: [String] {
    split(separator: ". ").enumerated().map { index, sentence in
      let isLast = sentence.endIndex == endIndex
      return (isLast ? String(sentence) : "\(sentence).").manualText
    }
  }
}
