import Domain
import Presentation
import Testing

@testable import App

@Suite struct LineCommandTests {
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
      ("history 5", .history(newest: 5)),
      ("history 0", .history(newest: 0)),
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
      ("delete account", .deleteAccount),
      ("logout", .logOut(everywhere: false)),
      ("logout everywhere", .logOut(everywhere: true)),
      ("screen", .screen),
      ("help", .help),
      ("?", .help),
      ("quit", .quit),
      ("exit", .quit),
    ] as [(String, LineCommand)])
  func `every command is understood`(line: String, command: LineCommand) throws {
    #expect(try LineCommand(line) == command)
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
    #expect(try LineCommand(line) == .count(.add(amount)))
  }

  @Test(
    arguments: [
      ("set 0", 0), ("set -40", -40), ("set +40", 40),
      ("set 9223372036854775807", .max), ("set -9223372036854775808", .min),
    ] as [(String, Int64)])
  func `a count may be set to any 64-bit number`(line: String, value: Int64) throws {
    #expect(try LineCommand(line) == .count(.set(value)))
  }

  @Test(arguments: [
    "+9223372036854775808", "-9223372036854775809", "- -9223372036854775808",
    "+ -9223372036854775809", "set 9223372036854775808", "set -9223372036854775809",
    "+99999999999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
    "history 9223372036854775808",
  ])
  func `a number outside the 64-bit range is refused`(line: String) {
    #expect(throws: Refusal.outOfRange) { try LineCommand(line) }
  }

  @Test(arguments: [
    ("+x", "x"), ("+ five", "five"), ("-x", "x"), ("- x", "x"), ("set x", "x"),
    ("set 4.5", "4.5"), ("set 1 2", "1 2"), ("+5 6", "5 6"), ("+ 1e3", "1e3"),
    ("+ 0x10", "0x10"), ("+ ٥", "٥"), ("+++5", "++5"), ("+--5", "--5"), ("---5", "--5"),
    ("--+5", "-+5"), ("-++5", "++5"), ("-+-5", "+-5"), ("+-", "-"), ("--", "-"), ("-+", "+"),
    ("history x", "x"), ("history -1", "-1"), ("+ 5\u{301}", "5\u{301}"),
  ])
  func `a text that is not a number is repeated as typed`(line: String, shown: String) {
    #expect(throws: Refusal.notANumber(shown)) { try LineCommand(line) }
  }

  @Test(
    arguments: [
      ("  list  ", .list),
      ("\tlist\t", .list),
      ("chart\tweek", .chart(by: .week)),
      ("new  green tea  ", .new(name: "green tea")),
      ("new\tgreen  tea\t", .new(name: "green  tea")),
      ("open delete account", .open(name: "delete account")),
      ("rename  +5", .rename(name: "+5")),
      ("new é \u{1F375}", .new(name: "é \u{1F375}")),
      ("login  ada lovelace", .logIn(username: "ada lovelace")),
      ("delete \t account", .deleteAccount),
      ("set \t 40 ", .count(.set(40))),
    ] as [(String, LineCommand)])
  func `blanks around and between words are ignored, but kept within a name`(
    line: String, command: LineCommand
  ) throws {
    #expect(try LineCommand(line) == command)
  }

  @Test(arguments: ["new", "open", "rename", "new  ", "open\t", "rename \t "])
  func `a missing name is refused`(line: String) {
    #expect(throws: Refusal.counterName(.empty)) { try LineCommand(line) }
  }

  @Test(arguments: [
    ("hlep", "help"), ("lsit", "list"), ("chart dya", "chart day"), ("chart weeks", "chart week"),
    ("delet", "delete"), ("delete acount", "delete account"), ("logoot", "logout"),
    ("logout everywere", "logout everywhere"), ("Quit", "quit"), ("HELP", "help"),
    ("Chart Day", "chart day"), ("unod", "undo"), ("exti", "exit"),
  ])
  func `a mistyped command suggests a similar one`(
    line: String, near: String
  ) {
    #expect(throws: Refusal.unknownCommand(line, near: near)) { try LineCommand(line) }
  }

  @Test(arguments: [
    ("delete everything", "delete"), ("list all", "list"), ("logout here", "logout"),
    ("reset 5", "reset"), ("set", "set N"), ("quit now", "quit"), ("help me", "help"),
    ("chart decade", "chart [hour|day|week|month]"), ("delete account now", "delete account"),
  ])
  func `a command with a wrong argument suggests its usage`(
    line: String, usage: String
  ) {
    #expect(throws: Refusal.unknownCommand(line, near: usage)) { try LineCommand(line) }
  }

  @Test func `a very long text is shortened in the error`() {
    let shown = String(repeating: "a", count: 80) + "..."
    #expect(throws: Refusal.unknownCommand(shown, near: nil)) {
      try LineCommand(String(repeating: "a", count: 10_000))
    }
  }

  @Test(arguments: ["foo", "5", "?!", "\u{1B}[2J"])
  func `a text like no command is unknown`(line: String) {
    #expect(throws: Refusal.unknownCommand(line, near: nil)) { try LineCommand(line) }
  }

  @Test func `an unknown command is repeated without surrounding blanks`() {
    #expect(throws: Refusal.unknownCommand("foo  bar", near: nil)) {
      try LineCommand("  foo  bar\t")
    }
  }
}
