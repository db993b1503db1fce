import Doubles
import Foundation
import Testing

/// Completion of names with characters that a shell treats specially.
@Suite(.limited) struct CompletedNameTests {
  /// Names that a shell could run or expand, each with a different beginning.
  private static let names = [
    "$((a[$(touch PWNED)]))", "a$b", "`touch PWNED`", "c$(touch PWNED)d", "!!", "semi;touch PWNED",
    "*", "~root", "#remark", "(x)", "{y,z}", "new|pipe&", #"quote'"$b!"#, "<in>out", #"\u0041"#,
    "[k-m]", "?", "été d'or", "1,2", "%self", "^caret^up", "=ls", "@host", ":colon:s", #"ends\"#,
    "v'", "w\"", "\u{301}mark", "x:\u{301}y",
  ]

  /// Counters of ada with these names; the count of the first is 1, of the second 2, and so on.
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAda()
    let lines = names.enumerated().map { "new \($1.quoted)\n+ \($0 + 1)\n" }
    let run = try await tally.run(input: lines.joined())
    #expect(run.errors == "" && run.status == 0)
    return tally
  }

  /// Completes a word, then prints how the shell parses the line.
  private func check(
    _ typed: String, becomes name: String, in terminal: PseudoTerminal, of tally: TallyProgram,
    command: String = "show", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await terminal.type("tally \(command) \(typed)\t\u{1}printf '<%s>' \r")
    try await terminal.expect(
      "<tally><\(command)><\(name)>", forbidding: tally.file("PWNED"),
      sourceLocation: sourceLocation)
  }

  @Test(arguments: CompletingShell.installed)
  func `A completed name is the same name when the line runs`(in shell: CompletingShell)
    async throws
  {
    let tally = try await Self.home.copy()
    let terminal = try await tally.terminal(with: shell)
    var random = Seed().generator
    // Fish takes much longer than the others, so it completes others each time.
    for name in shell == .fish ? Self.names.shuffled(using: &random).dropLast(19) : Self.names[...]
    {
      let first = name.prefix(1)
      let isLetter = first.allSatisfy { $0.isLetter || $0.isNumber }
      let typed = isLetter ? String(first) : "\\\(first)"
      try await check(typed, becomes: name, in: terminal, of: tally)
    }
    // Fish treats a glob character as one even there, and offers nothing. Others each time.
    let quotable = Self.names.filter { shell != .fish && $0.first != "!" && $0.first != "\\" }
    for name in quotable.shuffled(using: &random).prefix(9) {
      try await check("'\(name.prefix(1))", becomes: name, in: terminal, of: tally)
    }
    try await check("\"a", becomes: "a$b", in: terminal, of: tally)
    try await check("\"q", becomes: #"quote'"$b!"#, in: terminal, of: tally)
    try await check("\"w", becomes: "w\"", in: terminal, of: tally)
    try await check("\"en", becomes: #"ends\"#, in: terminal, of: tally)
    try await terminal.type("tally show a\t\r")
    try await terminal.expect("\n2\r\n")
    #expect(!FileManager.default.fileExists(atPath: tally.file("PWNED")))
  }

  @Test(arguments: CompletingShell.installed)
  func `Listing names runs nothing, and inserts their common beginning`(in shell: CompletingShell)
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let names = ["$((a[$(touch PWNED)])):1", "$((a[$(touch PWNED)])):2", "$(touch PWNED)3"]
    _ = try await tally.run(input: names.map { "new \($0.quoted)\n" }.joined())
    let terminal = try await tally.terminal(with: shell)
    try await terminal.type("tally show \t\t\u{15}")
    let shared = "tally show \\$\\(\\(\t"
    try await terminal.type("\(shared)\(shell == .fish ? "\t" : "2")\u{1}printf '<%s>' \r")
    try await terminal.expect(
      "<tally><show><\(shell == .fish ? names[0] : names[1])>", forbidding: tally.file("PWNED"))
    #expect(!FileManager.default.fileExists(atPath: tally.file("PWNED")))
  }

  /// Bash expands file names in a folder named by a variable when it looks for folders.
  @Test(arguments: CompletingShell.installed)
  func `A completed file name is the same name when the line runs, in any folder`(
    in shell: CompletingShell
  ) async throws {
    let tally = try TallyProgram()
    let names = ["$((a[$(touch PWNED)]))1", "q'uo te", "plain"]
    for folder in ["w", "w/$((a[$(touch PWNED)]))2"] {
      try FileManager.default.createDirectory(
        atPath: tally.file(folder), withIntermediateDirectories: true)
    }
    let file = tally.file("w")
    for name in names { try tally.write("", to: "w/\(name)") }
    let terminal = try await tally.terminal(with: shell)
    for folder in ["~/w", "$HOME/w", file] {
      try await terminal.type("tally import \(folder)/\t\t\u{15}")
      try await check(
        "\(folder)/q", becomes: "\(file)/q'uo te", in: terminal, of: tally, command: "import")
    }
    guard shell == .bash else { return }
    try await check(
      "\"$HOME/w/pl", becomes: "\(file)/plain", in: terminal, of: tally, command: "import")
  }

  @Test(arguments: CompletingShell.installed)
  func `A name with control characters, from a tampered store, is not offered`(
    in shell: CompletingShell
  ) async throws {
    let tally = try await TallyProgram.ofAda()
    _ = try await tally.run(input: "new tea-a-b-c\nnew tea-pot\n")
    let store = URL(fileURLWithPath: tally.file("data/tally/tally.db"))
    var bytes = try Data(contentsOf: store)
    while let range = bytes.range(of: Data("tea-a-b-c".utf8)) {
      bytes.replaceSubrange(range, with: Data("tea\na\u{1B}b\u{7}c".utf8))
    }
    try bytes.write(to: store)
    #expect(try await tally.run(["list"]).output.contains(#"tea\u{A}a\u{1B}b\u{7}c"#))
    try await check(
      "te", becomes: "tea-pot", in: try await tally.terminal(with: shell), of: tally)
  }
}

extension String {
  /// The text as one quoted word.
  var quoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}
