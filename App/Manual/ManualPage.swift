/// Generates the manual page tally(1) in mdoc(7) from the commands.
///
/// The parser's `generate-manual` supports no files, environment variables, exit statuses or
/// examples.
struct ManualPage {
  let tool: ToolDescription

  /// The lines of the page, wrapped as mdoc(7) recommends.
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
