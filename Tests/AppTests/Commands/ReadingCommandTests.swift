import Foundation
import Testing

/// The output of commands that only read.
@Suite(.limited) struct ReadingCommandTests {
  @Test func `A date begins when one's own days do, and a time is the calendar's`() async throws {
    let tally = try await TallyProgram.ofAdaAndBea()
    try await tally.check("share main with bea --quiet")
    for (amount, time) in [
      (1, "2024-03-02 05:59"), (2, "2024-03-02 06:00"), (4, "2024-03-03 05:59:59"),
      (8, "2024-03-03 06:00"),
    ] {
      #expect(try await tally.run(["up", "main", "\(amount)", "--at", time]).status == 0)
    }
    func checkSum(
      _ sum: Int, of counter: String = "main", since: String = "2024-03-02",
      until: String = "2024-03-03", environment: [String: String] = [:]
    ) async throws {
      try await tally.check(
        ["show", counter, "--since", since, "--until", until], "\(sum)\n", environment: environment)
    }
    try await tally.check("day", "Your day begins at midnight\n")
    try await checkSum(3)
    try await tally.check("day 6:00", "Your day begins at 06:00\n")
    try await tally.check("day", "Your day begins at 06:00\n")
    try await checkSum(6)
    try await checkSum(7, since: "2024-03-02 00:00")
    try await tally.check("up main 16 --at 2024-03-02", "31\n")
    try await checkSum(18, since: "2024-03-02 06:00", until: "2024-03-02 06:01")
    let chart = try await tally.run([
      "chart", "main", "--since", "2024-03-02", "--until", "2024-03-04", "--format", "csv",
    ])
    #expect(
      chart.output.matches(of: /(2024-03-0\d)[^,]*,(\d+)/).map { "\($0.1) \($0.2)" }
        == ["2024-03-02 22", "2024-03-03 8"])
    let file = "2024-03-09\n2024-03-09 05:00\n"
    #expect(try await tally.run(["import", "-", "--counter", "d"], input: file).status == 0)
    try await checkSum(1, of: "d", since: "2024-03-08", until: "2024-03-09")
    try await checkSum(1, of: "d", since: "2024-03-09 06:00", until: "2024-03-09 06:01")
    // It is each person's own, everywhere.
    try await checkSum(19, of: "ada/main", environment: tally.beas)
    // It is each person's own, everywhere.
    #expect(
      try await tally.run(input: "day\nday 24:00\n").output.hasSuffix("Your day begins at 06:00\n"))
    try await tally.checkRefusal(
      "day 24:00", "Not a time of day: 24:00. Use a form like 06:00", status: 64)
    try await tally.checkRefusal(
      ["day", ""], "Please provide a time of day. Use a form like 06:00", status: 64)
    #expect(
      try await tally.run(input: "day 00:00\n").output.hasSuffix("Your day begins at midnight\n"))
  }

  /// ada with three counters, one of which has changes at known times.
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("up x 8 --create --id a --at 2024-01-15T10:00:00Z", "8\n")
    try await tally.check("up x 4 --id b --at 2024-02-01T00:00:00Z", "12\n")
    try await tally.check("down x 2 --id c --at 2024-03-01T00:00:00.250Z", "10\n")
    try await tally.check(["new", "中文字"], errors: "Created 中文字\n")
    return tally
  }

  @Test func `Counters are listed by name, aligned by display width`() async throws {
    let tally = try await Self.home.copy()
    try await tally.check("set x -40 --id d", "-40\n")
    let lines = try await tally.run(["list"]).output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("x       -40  0 today  20") == true)
    #expect(lines.first?.count == "x       -40  0 today  2024-01-01 10:00".count)
    #expect(lines.last == "中文字    0  0 today  never")

    let json = try JSONField.rows(try await tally.run(["list", "--format", "json"]).output)
    #expect(json.map { $0["name"] } == ["x", "中文字"])
    #expect(json.map { $0["count"] } == [-40, 0])
    #expect(
      json.last == [
        "name": "中文字", "count": 0, "time": nil, "owner": "ada", "role": "owner", "target": nil,
        "change": 0, "at_most": nil, "left": nil, "per": nil,
      ])
    let csv = try await tally.run(["list", "--format", "csv"]).output.split(separator: "\n")
    #expect(csv.count == 3)
    #expect(csv[0] == "name,count,time,owner,role,target,change,at_most,left,per")
    #expect(csv[1].hasPrefix("x,-40,20"))
    #expect(csv[2] == "中文字,0,,ada,owner,,0,,,")
  }

  @Test func `A count, or the sum of a period, is printed`() async throws {
    let tally = try await Self.home.copy()
    try await tally.check("show X", "10\n")
    try await tally.check(
      "show x --format json",
      #"""
      [
      {"name":"x","count":10,"owner":"ada","role":"owner","target":null,"at_most":null,"left":null,"per":null}
      ]

      """#)
    try await tally.check(
      "show x --format csv", "name,count,owner,role,target,at_most,left,per\nx,10,ada,owner,,,,\n")
    try await tally.check("show x --since 2024-02-01", "2\n")
    // A period contains its beginning, but not its end.
    try await tally.check("show x --since 2024-02-01 --until 2024-03-01", "4\n")
    try await tally.check("show x --until 2024-02-01T00:00:00Z", "8\n")
    try await tally.check("show x --until 2024-02-01T00:00:00.001Z", "12\n")
    try await tally.check("show x --since 2024-03-01 --until 2024-03-01", "0\n")
    try await tally.checkRefusal(
      "show x --since 2024-03-01 --until 2024-01-01", "--until is before --since. Swap the two",
      status: 64)
    try await tally.check(
      "show x --since 2024-03-01 --format json", "[\n{\"name\":\"x\",\"change\":-2}\n]\n")
    try await tally.check("show x --since 2024-03-01 --format csv", "name,change\nx,-2\n")
    try await tally.check("undo x", "12\n", errors: "Undid -2\n")
    try await tally.check("show x --since 2024-03-01", "0\n")
  }

  @Test func `A sum out of range is reported in every format`() async throws {
    let tally = try await TallyProgram.ofAda()
    for count in [["up", "main", "\(Int64.max)"], ["set", "main", "0"], ["up", "main"]] {
      #expect(try await tally.run(count).status == 0)
    }
    try await tally.checkRefusal("show main --since today", "A sum is out of range")
    let runs = [
      try await tally.run(["chart", "main", "--last", "2"]),
      try await tally.run(["chart", "main", "--format", "json"]),
      try await tally.run(["chart", "main", "--format", "csv"]),
    ]
    #expect(runs.map(\.status) == [1, 1, 1])
    #expect(runs.map(\.errors) == Array(repeating: "tally: A sum is out of range\n", count: 3))
    let lines = runs[0].output.split(separator: "\n").map { $0.dropFirst(10) }
    #expect(lines == ["             0", "  out of range"])
    #expect(runs[1].output.hasSuffix(",\"change\":null}\n]\n"))
    #expect(runs[2].output.hasSuffix("Z,\n"))
  }

  /// ada with a counter that has very old changes, and some around the beginning of daylight
  /// saving.
  private static let oldAndNew = PreparedHome {
    let tally = try await TallyProgram.ofAda()
    let rows = """
      id,name,time,kind,change
      a,x,1500-02-28T12:00:00Z,change,1
      b,x,2026-03-29T00:59:59Z,change,2
      c,x,2026-03-29T01:00:00Z,change,4

      """
    try await tally.check("import - --quiet", input: rows)
    return tally
  }

  @Test(arguments: [
    ("Europe/Berlin", "1500-02-28 12:53:28", "2026-03-29 01:59:59", "2026-03-29 03:00:00"),
    (
      "CET-1CEST,M3.5.0,M10.5.0/3", "1500-02-28 13:00:00", "2026-03-29 01:59:59",
      "2026-03-29 03:00:00"
    ),
    ("<+03>-3", "1500-02-28 15:00:00", "2026-03-29 03:59:59", "2026-03-29 04:00:00"),
    ("UTC0", "1500-02-28 12:00:00", "2026-03-29 00:59:59", "2026-03-29 01:00:00"),
    (":Asia/Tokyo", "1500-02-28 21:18:59", "2026-03-29 09:59:59", "2026-03-29 10:00:00"),
    ("", "1500-02-28 12:00:00", "2026-03-29 00:59:59", "2026-03-29 01:00:00"),
  ])
  func `Times are in the zone that TZ names or describes, and can be used as input`(
    _ zone: String, _ old: String, _ before: String, _ after: String
  ) async throws {
    let tally = try await Self.oldAndNew.copy()
    let history = try await tally.run(["history", "x"], environment: ["TZ": zone])
    #expect(history.output == "1  \(old)  +1  1\n2  \(before)  +2  3\n3  \(after)  +4  7\n")
    let sum = ["show", "x", "--since", old, "--until", after]
    #expect(try await tally.run(sum, environment: ["TZ": zone]).output == "3\n")
  }

  @Test func `A history is printed oldest first, in text, JSON and CSV`() async throws {
    let tally = try await Self.home.copy()
    try await tally.check(
      "history x",
      """
      1  2024-01-15 10:00:00  +8   8
      2  2024-02-01 00:00:00  +4  12
      3  2024-03-01 00:00:00  -2  10

      """)
    try await tally.check("history x --limit 1", "3  2024-03-01 00:00:00  -2  10\n")
    try await tally.check("history x --limit 0")
    try await tally.check(
      "history x --since 2024-02-01 --until 2024-03-01", "2  2024-02-01 00:00:00  +4  12\n")
    try await tally.check(
      "history x --limit 1 --until 2024-03-01", "2  2024-02-01 00:00:00  +4  12\n")
    try await tally.check(
      "history x --limit 2 --format csv",
      """
      id,name,time,kind,change,count,of,by,number,note
      b,x,2024-02-01T00:00:00Z,change,4,12,,ada,2,
      c,x,2024-03-01T00:00:00.250Z,change,-2,10,,ada,3,

      """)
    try await tally.check("undo x --quiet", "12\n")
    let json = try await tally.run(["history", "x", "--format", "json", "--limit", "2"]).output
    var rows = try JSONField.rows(json)
    #expect(
      rows.first == [
        "id": "c", "name": "x", "time": "2024-03-01T00:00:00.250Z", "kind": "change",
        "change": -2, "count": 10, "of": nil, "by": "ada", "number": 3, "note": nil,
      ])
    rows[1]["id"] = nil
    rows[1]["time"] = nil
    #expect(
      rows[1] == [
        "name": "x", "kind": "undo", "change": 2, "count": 12, "of": "c", "by": "ada",
        "number": 4, "note": nil,
      ])
    try await tally.check("history main --format json", "[]\n")
  }

  @Test func `A name that looks like a formula is escaped only in CSV`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let names = ["=1+1", "@x", "-5", "+5", "'a", "a,\"b\"", "a=b"]
    _ = try await tally.run(input: names.map { "new \($0.quoted)\n" }.joined())
    let csv = try await tally.run(["list", "--format", "csv"]).output.split(separator: "\n")
    #expect(
      Set(csv.dropFirst().map { $0.replacing(",0,,ada,owner,,0,,,", with: "") }) == [
        "'=1+1", "'@x", "'-5", "'+5", "''a", "\"a,\"\"b\"\"\"", "a=b",
      ])
    let json = try JSONField.rows(try await tally.run(["list", "--format", "json"]).output)
    #expect(Set(json.compactMap { $0["name"] }.map { "\($0)" }).count == 7)
    #expect(json.contains { $0["name"] == "=1+1" })
  }

  @Test func `Nothing is shortened in a pipe`() async throws {
    let tally = try await TallyProgram.ofAda()
    let name = String(repeating: "long ", count: 12) + "name"
    try await tally.check(
      ["up", name, "--create", "--at", "2024-01-01", "9223372036854775807"],
      "9223372036854775807\n")
    let run = try await tally.run(["list"], environment: ["COLUMNS": "20"])
    #expect(run.output.hasPrefix("\(name)  9223372036854775807  0 today  20"))
    #expect(run.output.split(separator: "\n").count == 2)
    try await tally.check(
      ["history", name], "1  2024-01-01 00:00:00  +9223372036854775807  9223372036854775807\n",
      environment: ["COLUMNS": "20"])
  }
}
