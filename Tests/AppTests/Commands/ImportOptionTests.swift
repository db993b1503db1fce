import Foundation
import Testing

/// Files from other programs, in a shell and in a session.
@Suite(.limited) struct ImportOptionTests {
  @Test func `Other headers, a counter and times alone are understood in a shell and in a session`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    try tally.write("Habit;Date;Value\r\ncoffee;2026-11-21 09:00;5\r\n", to: "habits.csv")
    try tally.write("2026-11-21\n2026-11-21 09:00\n", to: "times.txt")
    let (habits, times) = (tally.file("habits.csv"), tally.file("times.txt"))
    let columns = "name=Habit,time=Date,change=Value"
    try await tally.check(
      ["import", habits, "--columns", columns],
      errors: "Imported 1 change and 1 new counter\n")
    try await tally.check(
      ["import", times, "--counter", "coffee"], errors: "Imported 2 changes\n")
    try await tally.check("show coffee", "7\n")
    let session = try await tally.run(
      input: """
        import \(habits) --columns \(columns)
        import \(times) --counter tea
        show tea --format csv

        """)
    #expect(session.status == 0)
    #expect(session.errors.contains("Imported 0 changes"), "\(session)")
    #expect(session.errors.contains("Imported 2 changes and 1 new counter"), "\(session)")
    #expect(session.output.contains("tea,2,ada,owner,"), "\(session)")
  }

  @Test func `A note of another program may have lines, and its header is named or wrong`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let rows = "name,time,change,Comment\ntea,2026-11-21,1,\"bus\r\n12\"\ntea,2026-11-22,1,\n"
    let wrong = try await tally.run(["import", "-", "--columns", "note=Remark"], input: rows)
    let sentence = #"line 1: The field "note" is missing"#
    #expect(wrong.status == 65 && wrong.errors.contains(sentence), "\(wrong)")
    try await tally.check(
      ["import", "-", "--columns", "note=Comment", "--quiet"], input: rows)
    try await tally.check(
      "history tea", "1  2026-11-21 00:00:00  +1  1  bus 12\n2  2026-11-22 00:00:00  +1  2\n")
  }

  @Test func `A local time that daylight saving skips is refused as at the prompt`() async throws {
    let tally = try await TallyProgram.ofAda(environment: ["TZ": "Europe/Berlin"])
    let rows = "name,time,change\ncoffee,2024-03-31 02:30,5\n"
    let run = try await tally.run(["import", "-"], input: rows)
    let sentence =
      "line 2: There is no local time 2024-03-31 02:30: daylight saving skips it. "
      + "Choose another time"
    #expect(run.status == 65 && run.errors == "tally: \(sentence)\n", "\(run)")
  }

  @Test func `An error names the line, the field, the value, and what helps`() async throws {
    let tally = try await TallyProgram.ofAda()
    for (text, sentence) in [
      (
        "name,time,change\ncoffee,21.11.2026,5\n",
        #"line 2: The field "time" is invalid: 21.11.2026. A valid one: 2026-11-21 09:00"#
      ),
      (
        "name,time,change\ncoffee,2026-11-21,five\n",
        #"line 2: The field "change" is invalid: five. A valid one: 5"#
      ),
      (
        "2026-11-21\n",
        #"line 1: The field "name" is missing. A valid one: coffee. "#
          + "Say which header means it with --columns name=HEADER, "
          + "or name the counter with --counter"
      ),
      (
        "name,day,change\n",
        #"line 1: The field "time" is missing. A valid one: 2026-11-21 09:00. "#
          + "Say which header means it with --columns time=HEADER"
      ),
    ] {
      let run = try await tally.run(["import", "-"], input: text)
      #expect(run.status == 65 && run.errors == "tally: \(sentence)\n", "\(run)")
    }
    for (columns, sentence) in [
      (
        "when=Date",
        "Unknown field: when. The fields are id, name, time, kind, change, count, of, by, note"
      ),
      ("time", "Not a field and its header: time. Use a form like name=Habit,time=Date"),
      ("time=a,time=b", "--columns names the field time twice"),
    ] {
      let run = try await tally.run(["import", "-", "--columns", columns], input: "")
      #expect(run.status == 64 && run.errors.hasPrefix("tally: \(sentence)\n"), "\(run)")
    }
  }

  @Test func `A file that ends in csv gets CSV, any other name JSON`() async throws {
    let tally = try await TallyProgram.ofAda()
    for (name, options, beginning) in [
      ("a.csv", [], "id,name,time"), ("a.CSV", [], "id,name,time"), ("a.txt", [], "{\"id\":"),
      ("csv", [], "{\"id\":"), ("b.csv", ["--format", "json"], "{\"id\":"),
      ("b.json", ["--format", "csv"], "id,name,time"),
    ] {
      try await tally.check(["export", tally.file(name), "--quiet"] + options)
      #expect(try tally.text(of: name).hasPrefix(beginning), "\(name)")
    }
  }
}
