import Domain
import Presentation

/// Completes lines of a session.
enum LineCompletion {
  /// The lines that begin with `text`: commands, their options, and counter names where a command
  /// takes them, ignoring case.
  static func candidates(
    for text: String, in context: LineContext, names: [String]
  ) -> [String] {
    let commands = LineHelp.commands(in: context)
    guard let command = commands.first(where: { text.hasPrefix("\($0.name) ") }) else {
      return commands.filter { $0.name.hasPrefix(text) }.map {
        $0.takesMore ? "\($0.name) " : $0.usage
      }
    }
    let words = ShellWord.words(of: text)
    let last = text.hasSuffix(" ") && words.last?.isOpen != true ? ShellWord("") : words.last
    guard let last else { return [] }
    if last.text.hasPrefix("-"), words.count > 1 {
      let start = text.dropLast(last.text.count)
      return options(of: command.name).filter { $0.hasPrefix(last.text) }.map { start + $0 }
    }
    guard context != .signedOut, command.takesCounter else { return [] }
    return Self.names(names, after: command.name, completing: text)
  }

  /// The lines with a counter's name.
  private static func names(_ names: [String], after command: String, completing text: String)
    -> [String]
  {
    let typed = text.dropFirst(command.count + 1)
    let words = ShellWord.words(of: typed)
    guard words.count < 2 || LineRequest.joiningNames.contains(command) else { return [] }
    let isQuoted = words.contains(where: \.isQuoted)
    let beginning = (isQuoted ? words.last?.text ?? "" : String(typed)).lowercased()
    // Control characters occur only in a tampered store's names, and would act as keys when
    // inserted.
    return names.filter { $0.lowercased().hasPrefix(beginning) && !$0.hasControlCharacters }
      .map { "\(command) \(quoted($0, after: command))" }
  }

  /// The name as typed: quoted if it would be several words.
  private static func quoted(_ name: String, after command: String) -> String {
    let words = ShellWord.words(of: name)
    let isPlain = words.map(\.text).joined(separator: " ") == name && !name.hasPrefix("-")
    if isPlain, words.count == 1 || LineRequest.joiningNames.contains(command) { return name }
    return "'" + name.replacing("'", with: #"'\''"#) + "'"
  }

  /// The options that a command has in a session.
  private static func options(of command: String) -> [String] {
    guard let tool = try? ToolDescription.ofTally() else { return [] }
    let own = tool.command.subcommands?.first { $0.commandName == command }
    return (own?.arguments ?? []).filter { $0.shouldDisplay && $0.kind != .positional }
      .compactMap { $0.names?.first { $0.kind == "long" }?.name }
      .filter { !["store", "password-stdin"].contains($0) }.map { "--\($0)" }
  }
}

extension LineHelp.HelpLine {
  /// Whether the command takes arguments.
  fileprivate var takesMore: Bool { usage != name }

  /// Whether its first argument may be an existing counter.
  fileprivate var takesCounter: Bool {
    usage.dropFirst(name.count + 1).hasPrefix("NAME") && name != "new"
      || usage.dropFirst(name.count + 1).hasPrefix("[NAME]")
  }
}
