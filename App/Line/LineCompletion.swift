import Commands
import Domain
import Presentation

/// Completes lines of a session.
enum LineCompletion {
  /// The lines that begin with `text`: commands, also after `help`, their options with the values
  /// that these take, counter names where a command takes them, ignoring case, and members' names
  /// after `with`. Only then the names are asked for.
  static func candidates(
    for text: String, in context: LineContext, names: (Shelf) -> [String], members: () -> [String]
  ) -> [String] {
    let command = text.withoutProgram
    if command.count < text.count {
      let start = text.dropLast(command.count)
      return candidates(for: String(command), in: context, names: names, members: members)
        .map { start + $0 }
    }
    for (alias, name) in CommandParser.aliases where text.beginsExactly(with: "\(alias) ") {
      return candidates(
        for: name + text.dropFirst(alias.count), in: context, names: names, members: members
      ).map { alias + $0.dropFirst(name.count) }
    }
    let commands = LineHelp.commands(in: context)
    guard let command = commands.first(where: { text.beginsExactly(with: "\($0.name) ") }) else {
      return commands.filter { $0.name.beginsExactly(with: text) }.map {
        $0.takesMore ? "\($0.name) " : $0.usage
      }
    }
    let words = ShellWord.words(of: text)
    let isNew = text.utf8.last == UInt8(ascii: " ") && words.last?.isOpen != true
    let before = isNew ? words : words.dropLast()
    guard let last = isNew ? ShellWord("") : words.last, let previous = before.last else {
      return []
    }
    let values = values(of: previous.text, for: command.name)
    let choices: [String]? =
      if command.name == "help" {
        before.count == 1 ? commands.map(\.name).filter(TallyCommand.commandNames.contains) : []
      } else if last.text.beginsWithMinus {
        options(of: command.name)
      } else if command.takesMember, before.count > 1 {
        previous.text == "with" ? members() : before.count == 2 ? ["with"] : []
      } else {
        values.isEmpty ? nil : values
      }
    if let choices {
      let start = String(text.unicodeScalars.dropLast(last.text.unicodeScalars.count))
      return choices.filter { $0.beginsExactly(with: last.text) }.map { start + $0 }
    }
    guard context != .signedOut, command.takesCounter else { return [] }
    return lines(with: names, after: command.name, completing: text)
  }

  /// The lines with a counter's name.
  private static func lines(
    with names: (Shelf) -> [String], after command: String, completing text: String
  ) -> [String] {
    let typed = String(text.unicodeScalars.dropFirst(command.unicodeScalars.count + 1))
    let words = ShellWord.words(of: typed)
    guard words.count < 2 || LineRequest.joiningNames.contains(command) else { return [] }
    let isQuoted = words.contains(where: \.isQuoted)
    let beginning = (isQuoted ? words.last?.text ?? "" : typed).lowercased()
    // Control characters occur only in a tampered store's names, and would act as keys when
    // inserted.
    return names(command == "unarchive" ? .archived : .listed)
      .filter { $0.begins(likeTyped: beginning) && !$0.hasControlCharacters }
      .map { "\(command) \(quoted($0, after: command))" }
  }

  /// The name as typed: quoted if it would be several words, and after `--` if it would be an option.
  private static func quoted(_ name: String, after command: String) -> String {
    let words = ShellWord.words(of: name)
    let isPlain = words.map(\.text).joined(separator: " ") == name
    let isOption = name.beginsLikeOption
    let beginning = isOption ? "-- " : ""
    let joins = LineRequest.joiningNames.contains(command) && !isOption
    if isPlain, words.count == 1 || joins { return beginning + name }
    let quoted = name.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "'" { result += #"'\'"# }
      result.unicodeScalars.append(scalar)
    }
    return "\(beginning)'\(quoted)'"
  }

  /// The options that a command has in a session.
  private static func options(of command: String) -> [String] {
    (tool(command)?.optionNames ?? []).filter { !["store", "password-stdin"].contains($0) }
      .map { "--\($0)" }
  }

  /// The values that an option of a command takes, if they are a few words.
  private static func values(of option: String, for command: String) -> [String] {
    let argument = tool(command)?.arguments?.first { argument in
      argument.names?.contains { option == ($0.kind == "long" ? "--" : "-") + $0.name } == true
    }
    return argument?.allValues ?? []
  }

  private static func tool(_ command: String) -> ToolDescription.Command? {
    try? ToolDescription.ofTally().command.subcommands?.first { $0.commandName == command }
  }
}

extension String {
  /// Whether the name begins with the typed text in lower case, in any Unicode form. `hasPrefix`
  /// alone does not find a slash that a combining mark follows.
  fileprivate func begins(likeTyped beginning: String) -> Bool {
    let name = lowercased()
    return name.beginsExactly(with: beginning) || name.hasPrefix(beginning)
  }
}

extension LineHelp.HelpLine {
  /// Whether the command takes arguments.
  fileprivate var takesMore: Bool { usage != name }

  /// Whether it takes `with` and a member's name.
  fileprivate var takesMember: Bool { usage.hasSuffix(" with USERNAME") }

  /// Whether its first argument may be an existing counter.
  fileprivate var takesCounter: Bool {
    usage.dropFirst(name.count + 1).hasPrefix("NAME") && name != "new"
      || usage.dropFirst(name.count + 1).hasPrefix("[NAME]")
  }
}
