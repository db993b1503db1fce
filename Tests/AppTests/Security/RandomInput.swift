import Doubles
import Foundation

/// Random lines and words from a seed, some of them valid.
struct RandomInput {
  private var generator: SplitMix

  init(_ seed: Seed) {
    generator = seed.generator
  }

  /// A number from 0 up to `bound`, exclusive.
  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// A line of a session, with its line end.
  mutating func line() -> [UInt8] {
    switch number(below: 100) {
    case 0..<50: Array(command().utf8) + [0x0A]
    case 50..<70: Array(text(longest: 80).utf8) + [0x0A]
    case 70..<90: bytes(longest: 80) + [0x0A]
    case 90..<91: bytes(longest: 60_000) + [0x0A]
    case 91..<92: [0x0A]
    case 92..<97: Array("login ada\n\(TallyProgram.password)\n".utf8)
    default: Array(command().utf8) + bytes(longest: 9) + [0x0D, 0x0A]
    }
  }

  private static let verbs = [
    "+", "-", "set", "reset", "undo", "redo", "history", "chart", "list", "new", "open", "rename",
    "delete", "password", "delete account", "delete-account", "logout", "logout --everywhere",
    "screen", "up", "down",
    "show", "history --format json", "undo main", "rename main", "set main", "list --format csv",
    "account",
    "help", "?", "login", "signup", "signup ada", "login ada", "open main", "new main", "chart day",
  ]

  private mutating func command() -> String {
    switch number(below: 3) {
    case 0: one(of: Self.verbs)
    case 1: "\(one(of: Self.verbs)) \(word())"
    default: "\(one(of: ["+", "-", ""]))\(amount())"
    }
  }

  /// A word after a command: an amount, a name, a time, or anything.
  mutating func word() -> String {
    switch number(below: 8) {
    case 0...2: amount()
    case 3:
      one(of: ["ada", "main", "MAIN", "coffee", "Zo\u{EB}", "day", "week", "hour", "everywhere"])
    case 4:
      one(of: ["today", "yesterday", "2026-11-21", "9999-12-31T23:59:59Z", "-1", "1e9", "--", "-"])
    case 5: String(repeating: one(of: ["a", "\u{1F9C0}", "\u{301}"]), count: number(below: 300))
    default: text(longest: 20)
    }
  }

  /// Arguments of the program, half of them valid in form.
  mutating func arguments(of commands: [String]) -> [String] {
    guard number(below: 2) == 0 else {
      return [one(of: commands)] + (0..<number(below: 4)).map { _ in word() }
    }
    return one(of: Self.shapes).components(separatedBy: " ").map { $0 == "_" ? word() : $0 }
  }

  private static let shapes = [
    "up main", "up _ --create", "up main _", "down main _", "set main _", "set _ _ --create",
    "reset main", "undo main", "redo main", "up main --id _", "up main _ --at _", "show main",
    "show main --since _ --until _", "show main --format json", "list", "list --format csv",
    "list --format json", "history main --limit _", "history main --format json",
    "history _ --format csv", "chart main --by day --last _", "chart main --by _",
    "stats main --since _ --until _", "new _",
    "rename main _", "rename _ main", "delete _ --yes", "export x", "export x --format csv",
    "import x", "import x", "backup x", "check", "whoami", "logout", "logout --everywhere",
    "password --password-stdin", "delete-account --password-stdin", "signup _ --password-stdin",
    "login _ --password-stdin", "help _", "_", "_ _",
  ]

  private mutating func amount() -> String {
    switch number(below: 4) {
    case 0: "\(number(below: 10))"
    case 1: "\(Int64.random(in: .min ... .max, using: &generator))"
    case 2:
      one(of: [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-0", "+5", "٣",
        "0x1",
      ])
    default: String(repeating: "9", count: number(below: 40))
    }
  }

  /// A text in which half of the scalars are from dangerous ranges; without line ends.
  mutating func text(longest: Int) -> String {
    let haunts: [ClosedRange<UInt32>] = [0...0xFF, 0x600...0x61F, 0x2000...0x206F, 0xFE00...0xFFFF]
    var text = String.UnicodeScalarView()
    for _ in 0..<number(below: longest) {
      let range = number(below: 2) == 0 ? one(of: haunts) : 0...0x10FFFF
      let value = UInt32.random(in: range, using: &generator)
      if let scalar = Unicode.Scalar(value), scalar != "\n" { text.append(scalar) }
    }
    return String(text)
  }

  /// Bytes that are rarely UTF-8; without line ends.
  mutating func bytes(longest: Int) -> [UInt8] {
    (0..<number(below: longest)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      .filter { $0 != 0x0A }
  }
}
