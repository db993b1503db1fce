import Foundation
import Testing

/// Export and import of whole accounts.
@Suite(.limited) struct MovingCommandTests {
  /// ada with all kinds of changes, in counters with awkward names.
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAda()
    let session = """
      +5
      -2
      undo
      new =1+1, "quoted"
      set 40
      reset
      undo
      redo
      +3
      open main
      undo
      redo
      +7
      undo

      """
    #expect(try await tally.run(input: session).status == 0)
    try await tally.check("up 中文 --create --at 2024-01-15 9", "9\n")
    try await tally.check("down 中文 2 --id order-1 --at 2024-02-01", "7\n")
    return tally
  }

  /// What an export and import must preserve: changes, although some become imported ones, counts
  /// and charts.
  private func content(of tally: TallyProgram) async throws -> [String] {
    let csv = try await tally.run(["export", "--format", "csv"]).output
    let changes = csv.replacing(/,(change|set|reset|undo|redo|import),/, with: ",,")
      .split(separator: "\n").filter { !$0.contains(",new,") }.map(String.init)
    let list = try await tally.run(["list", "--format", "csv"]).output
    let counts = list.split(separator: "\n").map { $0.split(separator: ",").prefix(2) }
    let chart = try await tally.run(["chart", "中文", "--by", "month", "--last", "60"]).output
    return changes.sorted() + counts.map { $0.joined(separator: ",") } + [chart]
  }

  @Test(arguments: ["json", "csv"])
  func `An imported account equals the exported one, and a second import adds nothing`(
    _ format: String
  ) async throws {
    let source = try await Self.home.copy()
    let target = try await TallyProgram.ofAda()
    let export = try await source.run(["export", "--format", format])
    #expect(export.status == 0 && export.errors == "")
    try await target.check(
      "import -", errors: "Imported 14 changes and 2 new counters\n", input: export.output)
    let moved = try await content(of: target)
    #expect(!moved.isEmpty)
    #expect(moved == (try await content(of: source)))
    try await target.check("import - --quiet", input: export.output)
    try await target.check("import -", errors: "Imported 0 changes\n", input: export.output)
    #expect(try await content(of: target) == moved)
    try await target.check("undo 中文", "0\n", errors: "Undid import of 2 changes\n")
  }

  @Test(arguments: ["json", "csv"])
  func `An undone import is still undone after export and import`(_ format: String)
    async throws
  {
    let rows =
      "id,name,time,kind,change\n"
      + (1...3).map { "r\($0),x,2024-0\($0)-01T00:00:00Z,change,\($0)\n" }.joined()
    let source = try await TallyProgram.ofAda()
    try await source.check("import - --quiet", input: rows)
    try await source.check("undo x --quiet", "0\n")
    let (export, target) = (
      try await source.run(["export", "--format", format]), try await TallyProgram.ofAda()
    )
    #expect(export.output.contains(format == "json" ? #""of":"r3\u00093""# : "\"r3\t3\",ada,\n"))
    try await target.check("import - --quiet", input: export.output)
    for command in [
      ["history", "x"], ["history", "x", "--format", "csv"],
      ["show", "x", "--since", "2024-01-01"],
    ] {
      #expect(try await target.run(command).output == (try await source.run(command).output))
    }
    let text = try await target.run(["history", "x", "--limit", "1"]).output
    #expect(text.hasSuffix("  undo import of 3 changes  0\n"))
    try await target.check("import - --quiet", input: rows)
    try await source.check("redo x --quiet", "6\n")
    let again = try await source.run(["export", "--format", format])
    try await target.check("import -", errors: "Imported 1 change\n", input: again.output)
    try await target.check("show x --since 2024-01-01", "6\n")
  }

  @Test func `The format of a file is detected from its content`() async throws {
    let source = try await Self.home.copy()
    try await source.check(["export", source.file("a.json"), "--quiet"])
    try await source.check(["export", source.file("a.csv"), "--quiet"])
    let target = try await TallyProgram.ofAda()
    for name in ["a.json", "a.csv"] {
      let text = try source.text(of: name)
      try source.write("\u{FEFF}" + text.replacing("\n", with: "\r\n"), to: "windows")
      try await target.check(
        ["import", source.file("windows")],
        errors: name == "a.json"
          ? "Imported 14 changes and 2 new counters\n" : "Imported 0 changes\n")
    }
    let history = try await source.run(["history", "main", "--format", "json"]).output
    try await target.check("import -", errors: "Imported 0 changes\n", input: history)
    try await target.check("import -", errors: "Imported 0 changes\n")
    let run = try await source.bash("tally export | gzip | gunzip | tally import -")
    #expect(run == .init(status: 0, output: "", errors: "Imported 0 changes\n"))
  }

  @Test func `A bad row is reported by its line, and nothing is imported`() async throws {
    let tally = try await TallyProgram.ofAda()
    func row(_ id: Int, _ change: String = "1", name: String = "x") -> String {
      "{\"id\":\"r\(id)\",\"name\":\"\(name)\",\"time\":\"2024-01-01T00:00:00Z\","
        + "\"kind\":\"change\",\"change\":\(change)}\n"
    }
    let good = row(1) + row(2)
    let malformed = "The row is incomplete, or is not JSON or CSV with a header"
    let range = "That would take the count out of range"
    let header = "id,name,time,kind,change\n"
    for (text, line, sentence) in [
      (good + row(3, "x"), 3, malformed),
      (
        good + "\n" + row(3, name: " "), 4,
        "A counter's name does not begin or end with white space"
      ),
      (good + row(3, "9223372036854775807") + row(4), 3, range),
      (
        "hello\n", 1,
        #"The field "name" is missing. A valid one: coffee. "#
          + "Say which header means it with --columns name=HEADER, "
          + "or name the counter with --counter"
      ),
      (
        header + "r1,x,2024-01-01T00:00:00Z,change,1\nr2,x,today,change,1\n", 3,
        #"The field "time" is invalid: today. A valid one: 2026-11-21 09:00"#
      ),
    ] {
      try await tally.checkRefusal(
        "import -", "line \(line): \(sentence)", status: 65, input: text)
    }
    let run = try await tally.bash("printf '\\xff\\xfe\\x00' | tally import -")
    let notUTF8 = "The row is not UTF-8. Save the file as UTF-8"
    #expect(run.errors == "tally: line 1: \(notUTF8)\n" && run.status == 65)
    try await tally.check("list", "main  0  0 today  never\n")
  }

  @Test func `An unreadable input file is reported with the reason`() async throws {
    let tally = try await TallyProgram.ofAda()
    try tally.write("", to: "closed")
    for (name, cause) in [
      ("missing", "No such file or directory"), (".", "Is a directory"),
      ("closed/a", "Not a directory"),
    ] {
      let path = tally.file(name)
      try await tally.checkRefusal(
        ["import", path], "\(path) cannot be read: \(cause)", status: 66)
    }
    try await tally.checkRefusal(
      "import /dev/zero", "/dev/zero cannot be read: it is a device", status: 66)
    try await tally.checkWrongUsage("import", "Missing expected argument '<file>'")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
  func `An input file without permission is reported with the reason`() async throws {
    let tally = try await TallyProgram.ofAda()
    try tally.write("", to: "closed")
    chmod(tally.file("closed"), 0)
    try await tally.checkRefusal(
      ["import", tally.file("closed")],
      "\(tally.file("closed")) cannot be read: Permission denied", status: 66)
  }

  @Test
  func `An export replaces a file completely, readable by its owner alone, or leaves nothing`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    try FileManager.default.createDirectory(
      atPath: tally.file("out/folder"), withIntermediateDirectories: true)
    let path = tally.file("out/counts")
    try tally.write(String(repeating: "old", count: 10_000), to: "out/counts")
    try await tally.check(["export", path, "--format", "csv"], errors: "Exported to \(path)\n")
    let text = try tally.text(of: "out/counts")
    #expect(text.hasPrefix("id,name,time,kind,change,count,of,by,note\n") && text.utf8.count < 200)
    #expect(try tally.permissions(of: "out/counts") == 0o600)
    for (name, cause) in [
      ("out/folder", "it is a folder"), ("out/none/counts", "No such file or directory"),
    ] {
      let path = tally.file(name)
      try await tally.checkRefusal(
        ["export", path], "The output could not be written: \(path): \(cause). Choose another file",
        status: 74)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: tally.file("out")).sorted() == [
        "counts", "folder",
      ])
    #expect(try await tally.run(["export", "-", "--format", "csv"]).output == text)
    try await tally.checkWrongUsage(
      "export --format text",
      "The value 'text' is invalid for '--format <format>'. Please provide one of 'json' and 'csv'."
    )
  }

  @Test func `Ten thousand changes are exported and imported`() async throws {
    let tally = try await TallyProgram.ofAda()
    let rows = (1...10_000).map { number in
      "r\(number),many \(number % 5),2024-01-\(10 + number % 20)T10:00:00Z,change,1\n"
    }
    let csv = "id,name,time,kind,change\n" + rows.joined()
    try await tally.check(
      "import -", errors: "Imported 10000 changes and 5 new counters\n", input: csv)
    let bad = csv.replacing("r9999,", with: "q9999,,").replacing("r1,", with: "q1,")
    let run = try await tally.run(["import", "-"], input: bad)
    #expect(run.errors.hasPrefix("tally: line 10000: ") && run.status == 65)
    try await tally.check(["show", "many 1"], "2000\n")
    let export = try await tally.run(["export"]).output
    #expect(export.split(separator: "\n").count == 10_006)
    let other = try await TallyProgram.ofAda()
    try await other.check(
      "import -", errors: "Imported 10000 changes and 5 new counters\n", input: export)

    // When the command finishes before the signal arrives, the loop tries again.
    for (command, signal, status) in [("export", "INT", 130), ("backup", "TERM", 143)] {
      let interrupted = try await tally.bash(
        """
        tally \(command) whole && mkdir \(command) && cd \(command); set -m
        for try in {1..100}; do
          echo old > file
          tally \(command) file & program=$!
          until compgen -G '.tally-*' > /dev/null || ! kill -0 $program; do :; done 2> /dev/null
          kill -\(signal) $program; wait $program; status=$?
          [ "$(wc -c < file)" = "$(wc -c < ../whole)" ] || break
        done
        echo $status; ls -A; cat file
        """)
      #expect(interrupted.output == "\(status)\nfile\nold\n", "\(command)")
    }
  }

  @Test func `A counter that is deleted in the middle of its rows ends the export`() async throws {
    let tally = try await TallyProgram.ofAda()
    let rows = (1...6_000).map { "r\($0),tea,2024-01-01T00:00:00Z,change,1\n" }
    try await tally.check("import - --quiet", input: "id,name,time,kind,change\n" + rows.joined())
    // The first page is longer than a pipe, so that the export waits for its reader. The counter before
    // it is written by itself.
    let run = try await tally.bash(
      """
      set -o pipefail
      tally export - | {
        while IFS= read -r row; do [[ $row != *tea* ]] || break; done
        tally delete tea --yes --quiet; cat > rest
      }
      """)
    let sentence = "tea was deleted or unshared during the export. Export again"
    #expect(run == .init(status: 1, output: "", errors: "tally: \(sentence)\n"))
  }

  @Test func `The least 64-bit number is refused as a change, because it cannot be undone`()
    async throws
  {
    let source = try await TallyProgram.ofAda()
    let sentence = "That would take the count out of range"
    try await source.checkRefusal("up main -9223372036854775808", sentence)
    try await source.check("up main -9223372036854775807", "-9223372036854775807\n")
    try await source.check("undo main --quiet", "0\n")
    let export = try await source.run(["export"]).output
    let target = try await TallyProgram.ofAda()
    try await target.check("import -", errors: "Imported 2 changes\n", input: export)
    let bad = "id,name,time,kind,change\na,x,2024-01-01T00:00:00Z,change,-9223372036854775808\n"
    try await target.checkRefusal("import -", "line 2: \(sentence)", status: 65, input: bad)
  }
}
