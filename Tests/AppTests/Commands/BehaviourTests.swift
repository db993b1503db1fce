import Domain
import Foundation
import Testing

/// How commands behave in a shell.
@Suite(.limited) struct BehaviourTests {
  @Test func `Help begins with an overview and examples`() async throws {
    let tally = try TallyProgram()
    for (command, beginning) in [
      ("help", "OVERVIEW: Count things and keep the counts.\n\nExamples:\n  tally  "),
      (
        "help up",
        "OVERVIEW: Add to a counter and print its new count.\n\nExamples:\n  tally up coffee\n"
      ),
    ] {
      let run = try await tally.run(command.components(separatedBy: " "))
      #expect(run.output.hasPrefix(beginning))
      #expect(run.errors == "" && run.status == 0)
    }
    #expect(try await tally.run(["help", "up"]) == (try await tally.run(["up", "--help"])))
    try await tally.check("--version", "tally 0.3.0\n")
  }

  @Test(arguments: [
    "--help rm", "-h --verbose rm", "help --quiet rm", "-q --help --store=none.db delete",
    "rm -qh",
  ])
  func `Help about a command is asked for in many ways`(call: String) async throws {
    let tally = try TallyProgram()
    let run = try await tally.run(call.components(separatedBy: " "))
    #expect(run == (try await tally.run(["help", "delete"])))
  }

  @Test func `Short options may stand together`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("up main 3", "3\n")
    try await tally.check("up main 4", "7\n")
    let last = try await tally.run(["history", "--limit", "1", "--format", "json"])
    for call in ["-qn1 -fjson", "-qn 1 main -qfjson", "main -qqn1 -f json"] {
      let run = try await tally.run(["history"] + call.components(separatedBy: " "))
      #expect(run == last, "\(call)")
    }
    try await tally.check(["up", "--create", "--", "-qn1"], "1\n")
    try await tally.check(["rm", "-qy", "--", "-qn1"])
    #expect(try await tally.run(["list", "-qfcsv"]).output.contains("\nmain,7,"))
  }

  @Test func `A number where a name belongs is answered with what to type`() async throws {
    let tally = try await TallyProgram.ofAda()
    for (call, meant) in [
      ("up +7", "up NAME 7"), ("up -7", "down NAME 7"), ("down +7", "down NAME 7"),
      ("down -7 --quiet", "down NAME 7"), ("up 7", "up NAME 7"), ("down 7", "down NAME 7"),
    ] {
      let name = call.components(separatedBy: " ")[1]
      let fact = "There is no counter named \(name). Name a counter first: "
      try await tally.checkRefusal(call, "\(fact)tally \(meant)")
      let line = try await tally.run(["--quiet"], input: "\(call)\n")
      #expect(line.errors == "tally: line 1: \(fact)\(meant)\n")
    }
    try await tally.checkRefusal(
      "up 7 3", "There is no counter named 7. Create it with --create")
    try await tally.check(["up", "+7", "--create"], "1\n")
    try await tally.check("up +7", "2\n")
  }

  @Test func `Wrong usage prints an error and the usage`() async throws {
    let tally = try TallyProgram()
    try await tally.checkWrongUsage("--frob", "Unknown option '--frob'")
    try await tally.checkWrongUsage("--store", "Missing value for '--store <file>'")
    try await tally.checkWrongUsage(
      "list --json", "Unknown option '--json'. Did you mean '--format json'?")
  }

  @Test func `An unknown command suggests a similar one`() async throws {
    let tally = try TallyProgram()
    for (word, sentence) in [
      ("hlep", "Unknown command: hlep. Did you mean help?"),
      ("histroy", "Unknown command: histroy. Did you mean history?"),
      ("foo", "Unknown command: foo. Type tally help for the commands"),
      ("", "Please provide a command. Type tally help for the commands"),
    ] { try await tally.checkRefusal([word], sentence, status: 64) }
    try await tally.checkRefusal(
      "help nothing", "Unknown command: nothing. Type tally help for the commands", status: 64)
    let run = try await tally.run(["--quiet", "hlep"])
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("tally: Unknown command: hlep. Did you mean help?\n"))
  }

  @Test func `Output that cannot be written is an error`() async throws {
    let tally = try await TallyProgram.ofAda()
    for command in ["list", "export", "help", "--generate-manual"] {
      let run = try await tally.bash("tally \(command) > /dev/full")
      #expect(
        run
          == .init(
            status: 74, output: "",
            errors: "tally: The output could not be written: No space left on device\n"),
        "\(command)")
    }
  }

  @Test func `An error in printing says that the change was saved`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let sentence =
      "The change was saved, but its answer could not be written: No space left on device\n"
    for command in ["up main", "up main 2 --create", "set main 5 --id one"] {
      let run = try await tally.bash("tally \(command) > /dev/full")
      #expect(run == .init(status: 74, output: "", errors: "tally: \(sentence)"), "\(command)")
    }
    try await tally.check("show main", "5\n")
    let session = try await tally.bash("(echo +; echo +) | tally > /dev/full")
    #expect(session.errors == "tally: The output could not be written: No space left on device\n")
    let password = TallyProgram.password
    let account = try await tally.bash(
      "echo '\(password)' | tally delete-account --password-stdin > /dev/full")
    #expect(account == .init(status: 74, output: "", errors: "tally: \(sentence)"))
    try await tally.checkRefusal(
      "whoami", "You are not logged in. Use tally login or tally signup", status: 77)
  }

  @Test func `A closed descriptor is an error of its own, and no file takes its number`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let cause = "could not be written: Bad file descriptor\n"
    for (command, output, errors, status) in [
      ("tally list >&-", "", "tally: The output \(cause)", 74),
      ("tally up main >&-", "", "tally: The change was saved, but its answer \(cause)", 74),
      ("tally up main 2>&-", "2\n", "", 0),
      ("tally nosuch 2>&-", "", "", 64),
      ("tally up main <&-", "3\n", "", 0),
      ("tally up main <&- >&- 2>&-", "", "", 74),
      (
        "tally <&-", "Current count is 4\n",
        "tally: The input cannot be read: Bad file descriptor\n", 74
      ),
      ("tally export counts.csv --format csv <&- >&- 2>&-", "", "", 0),
      ("cat counts.csv | tail -n +2 | cut -d, -f 2", String(repeating: "main\n", count: 5), "", 0),
    ] as [(String, String, String, Int32)] {
      let run = try await tally.bash(command)
      #expect(run == .init(status: status, output: output, errors: errors), "\(command)")
    }
  }

  @Test func `When the reader of a pipe has gone, every command ends silently with SIGPIPE`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    for command in [
      "list", "up main", "history main", "export", "help", "help up", "--version", "logout",
      "--generate-manual", "--generate-completion-script bash",
    ] {
      // When the reader has ended, writing fails.
      let run = try await tally.bash("exec 3> >(:); wait $!; exec tally \(command) >&3")
      #expect(run == .init(status: -SIGPIPE, output: "", errors: ""), "\(command)")
    }
    try await tally.checkRefusal(
      "whoami", "You are not logged in. Use tally login or tally signup", status: 77)
  }

  @Test func `A reader that closes the pipe early causes no error message`() async throws {
    let tally = try await TallyProgram.ofAda()
    let rows = (1...3_000).map { "r\($0),main,2024-01-01T00:00:00Z,change,1\n" }
    try await tally.check(
      "import - --quiet", input: "id,name,time,kind,change\n" + rows.joined())
    let text = try await tally.bash("set -o pipefail; tally history main --limit 3000 | head -1")
    #expect(text == .init(status: 141, output: "   1  2024-01-01 00:00:00  +1     1\n", errors: ""))
    let export = try await tally.bash("set -o pipefail; tally export --format csv | head -1")
    #expect(
      export
        == .init(status: 141, output: "id,name,time,kind,change,count,of,by,note\n", errors: ""))
  }

  @Test func `An argument that is not UTF-8 is refused everywhere`() async throws {
    let tally = try await TallyProgram.ofAda()
    for command in ["$'\\xff'", "up $'a\\xff'", "up main --id $'\\xc3'", "--store $'\\xff' list"] {
      let run = try await tally.bash("tally \(command)")
      #expect(run == .init(status: 65, output: "", errors: "tally: The input is not UTF-8\n"))
    }
    try await tally.check("list", "main  0  0 today  never\n")
    // Invalid bytes are often shown as this character, but it is valid itself.
    try await tally.check("up \u{FFFD} --create", "1\n")
  }

  @Test func `Every option answers every value with a result or an error`() async throws {
    let tally = try await TallyProgram.ofAda()
    // One option of each kind.
    let options = [
      "show main --since", "history main --limit", "chart main --by", "export --format",
    ]
    let values = ["", "-1", String(repeating: "9", count: 20_000), "a\u{1B}[2J\n"]
    try await withThrowingTaskGroup { group in
      for option in options {
        for value in values {
          group.addTask {
            let run = try await tally.run(option.components(separatedBy: " ") + [value])
            #expect([0, 1, 64].contains(run.status), "\(option)")
            #expect(run.errors.hasPrefix("tally: ") == (run.status != 0), "\(option)")
            #expect(!run.errors.contains("\u{1B}"), "\(option)")
            #expect(run.errors.split(separator: "\n").count <= 2, "\(option)")
          }
        }
      }
      try await group.waitForAll()
    }
    try await tally.check("list", "main  0  0 today  never\n")
  }

  @Test func `An empty file name is refused`() async throws {
    let tally = try await TallyProgram.ofAda()
    for arguments in [["up", "main", "--store", ""], ["--store=", "up", "main"]] {
      let run = try await tally.run(arguments)
      #expect(run.errors.hasPrefix("tally: --store needs the name of a file\n"))
      #expect(run.output == "" && run.status == 64)
    }
    for command in ["import ", "export ", "backup "] {
      try await tally.checkWrongUsage(command, "Please provide the name of a file")
    }
  }

  @Test func `An option with nothing after = does not take the next word`() async throws {
    let tally = try await TallyProgram.ofAda()
    for (command, sentence) in [
      ("up --at= main", Refusal.input(.notATime("")).sentence),
      ("up --id= main", "An id has 1 to 64 characters, and no control characters"),
      ("history --limit= main", "Please provide a number"),
      ("chart --last= main", "Please provide a number"),
    ] {
      let run = try await tally.run(command.components(separatedBy: " "))
      #expect(run == .init(status: 64, output: "", errors: "tally: \(sentence)\n"), "\(command)")
    }
    try await tally.check("list", "main  0  0 today  never\n")
  }
}
