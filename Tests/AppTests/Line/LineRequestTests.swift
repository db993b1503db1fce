import Domain
import Presentation
import Testing

@testable import Commands
@testable import LineToolkit

@Suite(.limited) struct LineRequestTests {
  /// The command that a line runs on the scenes.
  private func scene(_ line: String) throws -> SceneCommand? {
    if case .scene(let command, _, _) = try LineRequest(line) { command } else { nil }
  }

  /// The name of a command that runs as in a shell.
  private func command(_ line: String) throws -> String? {
    guard case .command(let command) = try LineRequest(line) else { return nil }
    return type(of: command).configuration.commandName
  }

  @Test(
    arguments: [
      ("login", .logIn(username: nil)),
      ("login ada", .logIn(username: "ada")),
      ("signup", .signUp(username: nil)),
      ("signup ada@example.org", .signUp(username: "ada@example.org")),
      ("+", .count(.add(1))),
      ("-", .count(.add(-1))),
      ("+ 5", .count(.add(5))),
      ("- 5", .count(.add(-5))),
      ("set 40", .count(.set(40))),
      ("reset", .count(.reset)),
      ("undo", .count(.undo)),
      ("redo", .count(.redo)),
      ("history", .history(newest: 20)),
      ("history --limit 5", .history(newest: 5)),
      ("chart --by week", .chart(by: .week)),
      ("history 5", .history(newest: 5)),
      ("history 0", .history(newest: 0)),
      ("history --limit 0", .history(newest: 0)),
      ("chart", .chart(by: .day)),
      ("chart hour", .chart(by: .hour)),
      ("chart day", .chart(by: .day)),
      ("chart week", .chart(by: .week)),
      ("chart month", .chart(by: .month)),
      ("list", .list),
      ("new tea", .new(name: "tea")),
      ("open tea", .open(name: "tea")),
      ("rename tea", .rename(name: "tea")),
      ("delete", .delete),
      ("account", .go(to: .account, doing: nil)),
      ("password", .password),
      ("delete-account", .deleteAccount),
      ("logout", .logOut(everywhere: false)),
      ("logout --everywhere", .logOut(everywhere: true)),
      ("screen", .screen),
      ("help", .help),
      ("?", .help),
      ("clear", .clear),
      ("quit", .quit),
      ("exit", .quit),
    ] as [(String, SceneCommand)])
  func `every command of the session is parsed`(line: String, command: SceneCommand) throws {
    #expect(try scene(line) == command)
  }

  @Test(arguments: ["+5", "+ 5", "list", "new green tea", "logout --everywhere", "help"])
  func `a line may begin with the program's name`(line: String) throws {
    #expect(try scene("tally \(line)") == scene(line))
    #expect(try scene("  tally   \(line)") == scene(line))
  }

  @Test(arguments: ["tally", "tally  ", "'tally' +", "t'al'ly +", "tally tally +", "tallyho"])
  func `the program's name is no command`(line: String) {
    let refusal = #expect(throws: Refusal.self) { try LineRequest(line) }
    guard case .input(.unknownCommand)? = refusal else {
      Issue.record("\(line)")
      return
    }
  }

  @Test(
    arguments: [
      ("+5", 5), ("+ 5", 5), ("+0", 0), ("+ 0", 0), ("+ +5", 5), ("++5", 5), ("+007", 7),
      ("-5", -5), ("- 5", -5), ("- 0", 0), ("- +5", -5), ("-+5", -5),
      ("- -3", 3), ("--3", 3), ("+ -3", -3), ("+-3", -3),
      ("+9223372036854775807", .max), ("-9223372036854775807", -.max),
      ("-9223372036854775808", .min), ("- 9223372036854775808", .min),
      ("+ -9223372036854775808", .min), ("- -9223372036854775807", .max),
      ("  +\t5  ", 5), ("\t- 5\t", -5),
    ] as [(String, Int64)])
  func `an amount may have its own sign`(line: String, amount: Int64) throws {
    #expect(try scene(line) == .count(.add(amount)))
  }

  @Test(
    arguments: [
      ("set 0", 0), ("set -40", -40),
      ("set 9223372036854775807", .max), ("set -9223372036854775808", .min),
    ] as [(String, Int64)])
  func `a count may be set to any 64-bit number`(line: String, value: Int64) throws {
    #expect(try scene(line) == .count(.set(value)))
  }

  @Test(arguments: [
    "+9223372036854775808", "-9223372036854775809", "- -9223372036854775808",
    "+ -9223372036854775809", "set 9223372036854775808", "set -9223372036854775809",
    "+99999999999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
  ])
  func `a number outside the 64-bit range is refused`(line: String) throws {
    if let name = try? command(line) {
      // Unusual numbers are left to the command, which refuses them when it runs.
      #expect(["+", "-", "set"].contains(name))
    } else {
      #expect(throws: Refusal.outOfRange) { try LineRequest(line) }
    }
  }

  @Test(arguments: [
    ("history -1", "-1"), ("history --limit -1", "-1"),
    ("history 9223372036854775808", "9223372036854775808"),
    ("history --limit 9223372036854775808", "9223372036854775808"),
  ])
  func `a negative or too large number of lines is refused`(line: String, shown: String) {
    #expect(throws: Refusal.input(.notALength(shown, of: "lines"))) { try LineRequest(line) }
  }

  @Test(
    arguments: [
      ("  list  ", .list),
      ("\tlist\t", .list),
      ("chart\tweek", .chart(by: .week)),
      ("new  green tea  ", .new(name: "green tea")),
      ("new\t'green  tea'\t", .new(name: "green  tea")),
      ("new \"Ada's tea\" --quiet", .new(name: "Ada's tea")),
      (#"open it\'s tea"#, .open(name: "it's tea")),
      ("open delete account", .open(name: "delete account")),
      ("open -5 below", .open(name: "-5 below")),
      ("rename  +5", .rename(name: "+5")),
      ("rename 'green tea'", .rename(name: "green tea")),
      ("new é \u{1F375}", .new(name: "é \u{1F375}")),
      ("open \u{301}x", .open(name: "\u{301}x")),
      ("open ada/\u{301}x \u{338}y", .open(name: "ada/\u{301}x \u{338}y")),
      ("login  'ada lovelace'", .logIn(username: "ada lovelace")),
      ("set \t 40 ", .count(.set(40))),
    ] as [(String, SceneCommand)])
  func `words are split as in a shell, but a name may have several when nothing else follows`(
    line: String, command: SceneCommand
  ) throws {
    #expect(try scene(line) == command)
  }

  @Test(arguments: [
    ("up coffee 3 --at yesterday", "up"), ("set coffee 40", "set"), ("undo coffee", "undo"),
    ("+ 5 --id k", "+"), ("+5 --id k", "+"), ("-5 --id k", "-"), ("undo --quiet", "undo"),
    ("show", "show"), ("show green tea --since today", "show"), ("history coffee", "history"),
    ("history 5 --since today", "history"), ("history --format json", "history"),
    ("chart coffee", "chart"), ("history 5\u{301}", "history"), ("chart --last 5", "chart"),
    ("list --format json", "list"),
    ("rename coffee tea", "rename"), ("delete coffee", "delete"), ("delete 'account'", "delete"),
    ("delete --yes", "delete"), ("export counts.json", "export"), ("import counts.json", "import"),
    ("backup copy.db", "backup"), ("check", "check"), ("whoami", "whoami"),
  ])
  func `commands without a scene run as in a shell`(line: String, name: String) throws {
    #expect(try command(line) == name)
  }

  @Test(arguments: [
    ("hlep", "help"), ("lsit", "list"), ("delet", "delete"), ("logoot", "logout"),
    ("Quit", "quit"), ("HELP", "help"), ("unod", "undo"), ("exti", "exit"), ("claer", "clear"),
    ("hist", "history"), ("rena", "rename"),
    ("delete account", "delete-account"), ("logout everywhere", "logout --everywhere"),
  ])
  func `a mistyped command, or an old form, suggests the right one`(
    line: String, near: String
  ) {
    #expect(throws: Refusal.input(.unknownCommand(line, near: near))) { try LineRequest(line) }
  }

  @Test(arguments: [
    (
      "list x y", "Unexpected argument 'y'. Quote what has spaces: 'x y'",
      "tally list [<pattern>] [<options>]"
    ),
    ("logout here", "Unexpected argument 'here'", "tally logout [<options>]"),
    ("set", "Missing expected argument '<count>'", "tally set [<name>] <count> [<options>]"),
    ("up", "Missing expected argument '<name>'", "tally up <name> [<amount>] [<options>]"),
    ("new", "Missing expected argument '<name>'", "tally new <name> [<options>]"),
    ("rename \t ", "Missing expected argument '<new>'", "tally rename [<name>] <new> [<options>]"),
    ("+5 6", "Unexpected argument '6'", "tally + [<amount>] [<options>]"),
    ("quit now", "Unexpected argument 'now'", "quit"),
    (
      "up main --creat", "Unknown option '--creat'. Did you mean '--create'?",
      "tally up <name> [<amount>] [<options>]"
    ),
    (
      "list --json", "Unknown option '--json'. Did you mean '--format json'?",
      "tally list [<pattern>] [<options>]"
    ),
    ("-x", "Unknown option '-x'", "tally [--store <file>] [--quiet] [--verbose] <subcommand>"),
  ])
  func `a wrong argument prints the usage`(
    line: String, message: String, usage: String
  ) {
    #expect(throws: Refusal.input(.wrongUsage(message, usage: usage))) { try LineRequest(line) }
  }

  @Test(arguments: ["new 'green tea", "open \"tea", #"show tea\"#, "'"])
  func `an open quote is an error`(line: String) {
    #expect(throws: Refusal.input(.wrongUsage("A quote is not closed", usage: nil))) {
      try LineRequest(line)
    }
  }

  @Test(arguments: [
    ("list --store x.db", "--store"), ("--store x.db list", "--store"),
    ("screen --store x.db", "--store"), ("login ada --password-stdin", "--password-stdin"),
    ("delete-account --password-stdin", "--password-stdin"), ("import -", "import -"),
  ])
  func `options that work only in a shell are refused`(line: String, option: String) {
    #expect(throws: Refusal.onlyInShell(option)) { try LineRequest(line) }
  }

  @Test(arguments: [
    ("help up", "USAGE: tally up"), ("up --help", "USAGE: tally up"), ("--version", "tally "),
  ])
  func `help explains each command as in a shell`(line: String, beginning: String) throws {
    guard case .text(let text) = try LineRequest(line) else { return #expect(Bool(false)) }
    #expect(text.contains(beginning))
  }

  @Test func `a very long text is shortened in the error`() {
    let shown = String(repeating: "a", count: 80) + "..."
    #expect(throws: Refusal.input(.unknownCommand(shown, near: nil))) {
      try LineRequest(String(repeating: "a", count: 10_000))
    }
  }

  @Test(arguments: ["foo", "5", "?!", "\u{1B}[2J"])
  func `a text like no command is unknown`(line: String) {
    #expect(throws: Refusal.input(.unknownCommand(line, near: nil))) { try LineRequest(line) }
  }
}
