import Commands
import Domain
import Presentation
import Terminal

/// The help of a session.
enum LineHelp {
  /// A command and its meaning.
  struct HelpLine: Equatable {
    let usage: String
    let meaning: String

    init(usage: String, meaning: String) {
      self.usage = usage
      self.meaning = meaning
    }

    /// Creates the help of one of the parser's commands.
    init(form: String, abstract: String) {
      self.init(
        usage: form.capitalizingPlaceholders,
        meaning: abstract.prefix(1).lowercased() + abstract.dropFirst().prefix { $0 != "." })
    }

    /// The command without its arguments.
    var name: String {
      usage.split(separator: " ").prefix { $0 == $0.lowercased() && !$0.hasPrefix("[") }
        .joined(separator: " ")
    }
  }

  /// The available commands, one per line; wrapped at a terminal.
  static func lines(in context: LineContext, on metrics: TextMetrics) -> [String] {
    metrics.definitions(
      commands(in: context).map { ($0.usage, $0.meaning) },
      to: metrics.isTerminal ? metrics.columns : .max)
  }

  /// The available commands.
  static func commands(in context: LineContext) -> [HelpLine] {
    context == .signedOut ? signedOut + always : signedIn + [clear] + always
  }

  /// The names of all commands.
  static let names =
    TallyCommand.commandNames + (signedIn + [clear] + always).map(\.name) + ["exit"]

  private static let entrances = ["signup", "login"]

  private static let signedOut = ofShell.filter { entrances.contains($0.name) }

  private static let signedIn =
    ofShell.filter { !entrances.contains($0.name) } + Destination.allCases.flatMap(\.entries)

  private static let ofShell = TallyCommand.forms.map { HelpLine(form: $0, abstract: $1) }
    .filter { $0.name != ServeCommand.name }

  private static let clear = HelpLine(usage: "clear", meaning: "clear the terminal")

  private static let quit = HelpLine(usage: "quit", meaning: "leave Tally")

  private static let always = [
    HelpLine(usage: "help [COMMAND]", meaning: "show the commands, or explain one"), quit,
  ]

  /// What a command does that only a session has; `nil` for others.
  static func explanation(of name: String) -> String? {
    let line = ["clear": clear, "quit": quit, "exit": quit][name]
    return line.map { "\($0.usage)  \($0.meaning)" }
  }
}

extension Destination {
  /// The command that opens the destination, unless a shell has it too, and the commands for its
  /// actions.
  fileprivate var entries: [LineHelp.HelpLine] {
    let way = LineHelp.HelpLine(usage: label, meaning: meaning)
    return (TallyCommand.commandNames.contains(label) ? [] : [way])
      + choices.map { LineHelp.HelpLine(usage: "\(label) \($0.label)", meaning: $0.meaning) }
  }
}

extension String {
  /// The text with `<name>` as `NAME`.
  fileprivate var capitalizingPlaceholders: String {
    replacing(/<([a-z]+)>/) { $0.1.uppercased() }
  }
}
