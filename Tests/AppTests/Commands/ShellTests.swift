import Foundation
import Testing

/// Completion scripts and the manual.
@Suite(.limited) struct ShellTests {
  @Test func `Completion scripts are made for three shells, and Bash accepts its own`() async throws
  {
    let tally = try TallyProgram()
    for (shell, beginning) in [
      ("bash", "#!/bin/bash\n"), ("zsh", "#compdef tally\n"), ("fish", "function __tally"),
    ] {
      let run = try await tally.run(["--generate-completion-script", shell])
      #expect(run.output.hasPrefix(beginning))
      #expect(run.errors == "" && run.status == 0)
    }
    let run = try await tally.bash("tally --generate-completion-script bash | bash -n")
    #expect(run == .init(status: 0, output: "", errors: ""))
    try await tally.checkWrongUsage(
      "--generate-completion-script csh",
      "Can't generate completion scripts for 'csh'. "
        + "Please use --generate-completion-script=<shell> with one of: zsh bash fish")
  }

  /// What Bash offers for the last of the words.
  private func offers(_ words: [String], by tally: TallyProgram) async throws -> [Substring] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let run = try await tally.bash(
      """
      source <(tally --generate-completion-script bash)
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(words.joined(separator: " "))'
      COMP_POINT=${#COMP_LINE}
      _tally_whole_words tally "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(run.errors == "" && run.status == 0)
    return run.output.split(separator: "\n")
  }

  @Test func `Bash completes commands, options and the present names of counters`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let names = ["cups of tea", "it's", "a\"$HOME`touch made`$(touch made)\\"]
    _ = try await tally.run(input: names.map { "new \($0.quoted)\n" }.joined())
    #expect(
      try await offers(["tally", "u"], by: tally) == [
        "up", "undo", "unarchive", "unshare", "uninvite",
      ])
    #expect(try await offers(["tally", "chart", "x", "--b"], by: tally) == ["--by"])
    #expect(
      try await offers(["tally", "up", ""], by: tally) == [
        #"a\"\$HOME\`touch\ made\`\$\(touch\ made\)\\"#, #"cups\ of\ tea"#, #"it\'s"#, "main",
      ])
    #expect(!FileManager.default.fileExists(atPath: tally.file("made")))
    #expect(try await offers(["tally", "show", "c"], by: tally) == [#"cups\ of\ tea"#])
    try await tally.check(["new", "--quiet", "--", "-l"])
    #expect(try await !offers(["tally", "show", "-l"], by: tally).contains("-l"))
    #expect(try await offers(["tally", "show", "--", "-"], by: tally) == ["-l"])
    let other = tally.file("other.db")
    #expect(try await offers(["tally", "--store", other, "up", ""], by: tally) == [])
    try await tally.check(["archive", "--quiet", "it's"])
    #expect(try await offers(["tally", "up", "i"], by: tally) == [])
    #expect(try await offers(["tally", "unarchive", ""], by: tally) == [#"it\'s"#])
    try await tally.check("logout", "Logged out\n")
    #expect(try await offers(["tally", "up", ""], by: tally) == [])
  }

  /// ada's counters, with names that need quoting, and another store.
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAda()
    let names = ["cups of tea", "it's", "a:b", "dog:house big", "x=y", "back\\slash"]
    _ = try await tally.run(input: names.map { "new \($0.quoted)\n" }.joined())
    let other = ["--store", tally.file("data/other store.db")]
    try await tally.check(
      other + ["signup", "bea", "--password-stdin"], "Logged in as bea\n",
      input: "\(TallyProgram.password)\n")
    try await tally.check(other + ["new", "elsewhere", "--quiet"])
    try await tally.check(["new", "--quiet", "--", "-lid"])
    let bea = ["XDG_STATE_HOME": tally.file("bea")]
    try await tally.check(
      ["signup", "bea", "--password-stdin", "--quiet"], input: "\(TallyProgram.password)\n",
      environment: bea)
    try await tally.check("share a:b with bea --quiet")
    return tally
  }

  @Test(arguments: CompletingShell.installed)
  func `A shell completes half-typed words`(in shell: CompletingShell) async throws {
    let tally = try await Self.home.copy()
    let shell = try await tally.terminal(with: shell)
    for (line, words) in [
      ("show cu", "<show><cups of tea>"), ("show cups\\ o", "<show><cups of tea>"),
      ("show 'cups o", "<show><cups of tea>"), ("show \"it", "<show><it's>"),
      ("show a:", "<show><a:b>"), ("show dog:h", "<show><dog:house big>"),
      ("show 'dog:h", "<show><dog:house big>"), ("show x=", "<show><x=y>"),
      ("show ba", "<show><back\\slash>"),
      ("--store='data/other store.db' show el", "<--store=data/other store.db><show><elsewhere>"),
      ("--store 'data/other store.db' show el", "<--store><data/other store.db><show><elsewhere>"),
      ("list --format=j", "<list><--format=json>"), ("list -f j", "<list><-f><json>"),
      ("history --limit=5 ba", "<history><--limit=5><back\\slash>"),
      ("history -n 5 ba", "<history><-n><5><back\\slash>"),
      ("--store=none.db show m", "<--store=none.db><show><m>"),
      ("rm cu", "<rm><cups of tea>"), ("-q mv x=", "<-q><mv><x=y>"), ("ls --fo", "<ls><--format"),
      ("help unsh", "<help><unshare>"), ("--help hist", "<--help><history>"),
      ("chart --by weekd", "<chart><--by><weekday>"), ("show -- -l", "<show><--><-lid>"),
      ("unshare a:b with b", "<unshare><a:b><with><bea>"), ("share cu", "<share><cups of tea>"),
      ("share main wi", "<share><main><with>"), ("share with b", "<share><with><bea>"),
      ("share main --vi", "<share><main><--view>"),
    ] {
      // The completed line becomes the arguments of a command that prints them.
      try await shell.type("tally \(line)\t\u{1}printf '<%s>' \r")
      try await shell.expect("<tally>\(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: tally.file("none.db")))
  }

  @Test func `The manual names every command and option`() async throws {
    let tally = try TallyProgram()
    let manual = try await tally.run(["--generate-manual"])
    #expect(manual.errors == "" && manual.status == 0)
    for section in ["EXIT STATUS", "FILES", "ENVIRONMENT", "EXAMPLES"] {
      #expect(manual.output.contains("\n.Sh \(section)\n"))
    }
    let help = try await tally.run(["--help"]).output
    let commands = help.matches(of: /\n  ([a-z][a-z-]*)  +[A-Z]/).map { String($0.1) }
    #expect(Set(["import", "serve", "signup", "up"]).subtracting(commands) == [])
    for command in commands { #expect(manual.output.contains("\n.Ss tally \(command)\n")) }
    for option in ["create", "id", "at", "since", "limit", "by", "last", "format", "yes", "store"] {
      #expect(manual.output.contains("Fl \\-\(option)"))
    }
    for option in ["f", "n", "q", "y"] { #expect(manual.output.contains("Fl \(option) , Fl \\-")) }
    #expect(manual.output.contains("Fl \\-help"))
  }

  private static let mandoc = "/usr/bin/mandoc"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: mandoc), "mandoc is not installed"))
  func `mandoc finds no problems in the manual`() async throws {
    let tally = try TallyProgram()
    let run = try await tally.bash("tally --generate-manual | \(Self.mandoc) -Tlint")
    #expect(run == .init(status: 0, output: "", errors: ""))
  }
}
