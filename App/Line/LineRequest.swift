import Commands
import Domain
import Presentation
import Terminal

/// The request of a session's line, parsed like the words after `tally` in a shell.
enum LineRequest {
  /// A command on the scenes, with the common options, and with the meaning that was chosen for one
  /// of its words.
  case scene(SceneCommand, options: CommonValues, meaning: ChosenMeaning? = nil)
  /// A command that runs as in a shell.
  case command(any Command)
  /// A text to print.
  case text(String)

  /// Parses a line for any context.
  ///
  /// - Throws: `Refusal.input(.unknownCommand)`, `.input(.wrongUsage)`, and the refusals of wrong numbers.
  init(_ line: String) throws(Refusal) {
    if let command = CountCommand(plainLine: line) {
      self = .scene(.count(command), options: CommonValues())
      return
    }
    let line = line.withoutProgram
    let typed = ShellWord.words(of: line)
    if typed.last?.isOpen == true { throw .input(.wrongUsage("A quote is not closed", usage: nil)) }
    if let command = try Self.ownCommand(typed) {
      self = .scene(command, options: CommonValues())
      return
    }
    if typed.count == 2, typed[0].text == "help",
      let explanation = LineHelp.explanation(of: typed[1].text)
    {
      self = .text(explanation)
      return
    }
    try Self.refuseOldForm(typed)
    switch try Self.parse(Self.joiningName(typed)) {
    case .text(let text): self = .text(text)
    case .command(let command):
      if command.options.values.store != nil { throw .onlyInShell("--store") }
      let scene = try command.onScenes()
      self =
        scene.map {
          .scene($0, options: command.options.values, meaning: command.chosenMeaning)
        } ?? .command(command)
    case .session(let options, onScreen: true):
      if options.store != nil { throw .onlyInShell("--store") }
      self = .scene(.screen, options: CommonValues())
    case .server: throw .onlyInShell(ServeCommand.name)
    case .session, .manual: throw .input(.unknownCommand(typed.first?.text ?? "", near: nil))
    }
  }

  /// Whether it logs in or signs up.
  var isEntrance: Bool {
    switch self {
    case .scene(.logIn, _, _), .scene(.signUp, _, _): true
    default: false
    }
  }

  /// Refuses a command that does nothing in this context; see `SceneCommand.check(in:)`.
  func check(in context: LineContext) throws(Refusal) {
    if case .scene(let command, _, _) = self { try command.check(in: context) }
  }

  /// Commands that only a session has, and those for destinations.
  private static func ownCommand(_ words: [ShellWord]) throws(Refusal) -> SceneCommand? {
    let rest = words.dropFirst().map(\.text)
    guard let word = words.first?.text else { return nil }
    switch (word, rest) {
    case ("help", []), ("?", []): return .help
    case ("quit", []), ("exit", []): return .quit
    case ("clear", []): return .clear
    case ("?", _), ("quit", _), ("exit", _), ("clear", _):
      throw .input(.wrongUsage("Unexpected argument '\(rest[0])'", usage: word))
    default: break
    }
    guard let destination = Destination(label: word), !rest.contains(where: \.beginsWithMinus)
    else { return nil }
    if rest.isEmpty { return .go(to: destination, doing: nil) }
    let choice = rest.joined(separator: " ")
    guard destination.choices.contains(where: { $0.label == choice }) else {
      throw .input(.wrongUsage("Unexpected argument '\(choice)'", usage: word))
    }
    return .go(to: destination, doing: choice)
  }

  /// Refuses old forms that now have another meaning.
  private static func refuseOldForm(_ words: [ShellWord]) throws(Refusal) {
    guard words.count == 2, !words[1].isQuoted else { return }
    switch (words[0].text, words[1].text) {
    case ("delete", "account"):
      throw .input(.unknownCommand("delete account", near: "delete-account"))
    case ("logout", "everywhere"):
      throw .input(.unknownCommand("logout everywhere", near: "logout --everywhere"))
    default: return
    }
  }

  /// Commands whose name needs no quotes, because only options may follow it.
  static let joiningNames = ["new", "open", "show"]

  private static func joiningName(_ typed: [ShellWord]) -> [String] {
    let words = typed.map(\.text)
    guard let first = words.first, joiningNames.contains(first) else { return words }
    let name = words.dropFirst().prefix {
      !$0.beginsLikeOption
    }
    guard name.count > 1 else { return words }
    return [first, name.joined(separator: " ")] + words.dropFirst(1 + name.count)
  }

  private static func parse(_ words: [String]) throws(Refusal) -> CommandParser.Parsed {
    do {
      return try CommandParser.parse(words)
    } catch .input(.unknownCommand(let word, _)) {
      throw .unknownCommand(word, among: LineHelp.names)
    }
  }
}
