import Domain
import Foundation
import Programs
import Testing

/// The output of `chart` and `stats`.
@Suite(.limited) struct ChartCommandTests {
  /// ada with a counter that has changes on known days.
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("up x 8 --create --at 2024-01-15T10:00:00Z", "8\n")
    try await tally.check("up x 4 --at 2024-02-01T00:00:00Z", "12\n")
    try await tally.check("down x 2 --at 2024-03-01T00:00:00.250Z", "10\n")
    return tally
  }

  /// The number of periods from a day of 2024 until now, and a few more.
  private func length(by component: Calendar.Component, since day: String) throws -> Int {
    let start = try Date("\(day)T00:00:00Z", strategy: .iso8601)
    let parts = Calendar(identifier: .gregorian).dateComponents([component], from: start, to: .now)
    return try #require(parts.value(for: component)) + 3
  }

  @Test func `A chart fills the columns with blocks or ASCII`() async throws {
    let tally = try await Self.home.copy()
    let last = try length(by: .month, since: "2024-01-01")
    func bars(_ environment: [String: String]) async throws -> [Substring] {
      let run = try await tally.run(
        ["chart", "x", "--by", "month", "--last", "\(last)"], environment: environment)
      #expect(run.errors == "" && run.status == 0)
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == last)
      return lines.filter { $0.hasPrefix("2024-0") && $0 < "2024-04" }
    }
    #expect(
      try await bars(["COLUMNS": "30"]) == [
        "2024-01-01   8  ██████████████", "2024-02-01   4  ███████", "2024-03-01  -2  ░░░",
      ])
    #expect(
      try await bars(["COLUMNS": "30", "LC_ALL": "C"]) == [
        "2024-01-01   8  ##############", "2024-02-01   4  #######", "2024-03-01  -2  ---",
      ])
    #expect(
      try await bars(["COLUMNS": "1"]) == ["2024-01-01   8", "2024-02-01   4", "2024-03-01  -2"])
    #expect(try await bars(["COLUMNS": "wide"]).first?.count == 80)
  }

  @Test func `Days are local days, also when daylight saving begins and ends`() async throws {
    let tally = try await TallyProgram.ofAda(environment: ["TZ": "Europe/Berlin"])
    for moment in [
      "2024-03-31T00:30:00+01:00", "2024-03-31 23:59", "2024-04-01", "2024-10-27 00:00",
      "2024-10-27T02:30:00+02:00", "2024-10-27T02:30:00+01:00", "2024-10-28 00:00",
    ] { _ = try await tally.run(["up", "main", "--at", moment]) }
    let last = try length(by: .day, since: "2024-03-30")
    let chart = ["chart", "main", "--last", "\(last)"]
    let csv = try await tally.run(chart + ["--format", "csv"]).output.split(separator: "\n")
    #expect(csv.count == last + 1)
    for row in [
      "2024-03-29T23:00:00Z,0", "2024-03-30T23:00:00Z,2", "2024-03-31T22:00:00Z,1",
      "2024-10-26T22:00:00Z,3", "2024-10-27T23:00:00Z,1",
    ] { #expect(csv.contains("main,\(row)")) }
    let json = try JSONField.rows(try await tally.run(chart + ["--format", "json"]).output)
    #expect(json.contains(["name": "main", "time": "2024-03-30T23:00:00Z", "change": 2]))
    let text = try await tally.run(chart, environment: ["COLUMNS": "1"]).output
    #expect(text.contains("\n2024-03-31  2\n2024-04-01  1\n2024-04-02  0\n"))
    try await tally.check("show main --since 2024-03-31 --until 2024-04-01", "2\n")
    try await tally.check("show main --since 2024-10-27 --until 2024-10-28", "3\n")
  }

  @Test func `A chart has 14 days by default`() async throws {
    let tally = try await Self.home.copy()
    #expect(try await tally.run(["chart", "x"]).output.split(separator: "\n").count == 14)
    for (number, sentence) in [
      ("0", "Not a number of bars: 0"), ("-1", "Not a number of bars: -1"),
      ("99999999999999999999", "Not a number of bars: 99999999999999999999"),
      ("10001", "A chart has at most 10000 bars"), ("x", "Not a number: x"),
    ] { try await tally.checkRefusal("chart x --last \(number)", sentence, status: 64) }
    for by in Span.allCases.map(\.rawValue) {
      let lines = try await tally.run(["chart", "x", "--by", by, "--last", "3"]).output
        .split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines.allSatisfy { $0.wholeMatch(of: /\d{4}-\d\d-\d\d( \d\d:00)? +\d+.*/) != nil })
    }
  }

  @Test func `Beside a chart stands what is not in it`() async throws {
    let tally = try await TallyProgram.ofAda()
    #expect(try await tally.run(["chart", "main"]).errors == "")
    for (command, line) in [
      ("up main 5", ""), ("set main 9", "1 set is not in it\n"),
      ("reset main", "1 set and 1 reset are not in it\n"),
      ("set main 2", "2 sets and 1 reset are not in it\n"),
    ] {
      #expect(try await tally.run(command.components(separatedBy: " ")).status == 0)
      #expect(try await tally.run(["chart", "main"]).errors == line)
      #expect(try await tally.run(["chart", "main", "--by", "weekday"]).errors == line)
      #expect(try await tally.run(input: "chart\n").errors == line)
      let bars = try await tally.run(["chart", "main", "--format", "csv"])
      #expect(bars.output.hasSuffix(",5\n"))
      for quiet in [["--quiet"], ["--format", "csv"], ["--until", "yesterday"]] {
        #expect(try await tally.run(["chart", "main"] + quiet).errors == "")
      }
    }
  }

  @Test func `A chart of a period has its changes alone, in a shell and in a session`() async throws
  {
    let tally = try await TallyProgram.ofAda()
    let changes = ["05 23:00", "06 09:00", "06 23:59", "08 10:00"]
    for day in changes {
      #expect(try await tally.run(["up", "main", "--at", "2024-03-\(day)"]).status == 0)
    }
    let chart = "chart main --since '2024-03-06 09:00' --until 2024-03-08"
    let said = try await tally.run(input: "\(chart)\nchart main --until 2024-03-07 --last 1\n")
    #expect(
      said.output.split(separator: "\n").suffix(3).map { $0.prefix(13) }
        == ["2024-03-06  2", "2024-03-07  0", "2024-03-06  2"], "\(said)")
    let csv = try await tally.run([
      "chart", "main", "--by", "week", "--since", "2024-03-05", "--until", "2024-03-12", "--format",
      "csv",
    ])
    #expect(
      csv.output == "name,time,change\nmain,2024-03-05T00:00:00Z,4\nmain,2024-03-11T00:00:00Z,0\n")
    let none = try await tally.run(["chart", "--since", "2024-03-06", "--until", "2024-03-06"])
    #expect(none == TallyProgram.Run(status: 0, output: "", errors: ""))
    try await tally.checkWrongUsage(
      "chart --since today --last 3", "--since says how many bars there are. Leave --last out")
    try await tally.checkRefusal(
      "chart --by hour --since 2024-03-05", "A chart has at most 10000 bars", status: 64)
  }

  @Test func `A chart of weekdays has seven bars, of all time or of a period`() async throws {
    let tally = try await Self.home.copy()
    let narrow = ["COLUMNS": "1"]
    try await tally.check(
      "chart x --by weekday",
      "Monday      8\nTuesday     0\nWednesday   0\nThursday    4\nFriday     -2\nSaturday    0\n"
        + "Sunday      0\n", environment: narrow)
    let period = "--since 2024-02-01 --until 2024-03-01"
    let csv = try await tally.run(
      "chart x --by weekday \(period) --format csv".components(separatedBy: " ")
    ).output
    #expect(csv.hasPrefix("name,weekday,change\nx,monday,0\n"))
    let json = try await tally.run(
      "chart x --by weekday \(period) --format json".components(separatedBy: " ")
    ).output
    let rows = try JSONField.rows(json)
    #expect(rows.count == 7 && rows[3] == ["name": "x", "weekday": "thursday", "change": 4])
    #expect(rows.allSatisfy { $0["weekday"] == "thursday" || $0["change"] == 0 })
    try await tally.checkWrongUsage(
      "chart x --by weekday --last 3",
      "A weekday chart always has 7 bars. Leave --last out")
  }

  @Test func `Statistics are sentences and bars of the weekdays`() async throws {
    let tally = try await Self.home.copy()
    try await tally.check(
      "stats x --until 2024-03-02",
      """
      +10 in 47 days from 2024-01-15 to 2024-03-01, 0.21 a day
      Best day: 2024-01-15, +8
      Days in a row: 0, longest 1
      Monday      8
      Tuesday     0
      Wednesday   0
      Thursday    4
      Friday     -2
      Saturday    0
      Sunday      0

      """, environment: ["COLUMNS": "1"])
    let period = "--since 2024-01-31 --until 2024-02-02"
    try await tally.check(
      "stats x \(period) --format csv",
      """
      name,since,days,change,average,best_time,best,streak,longest_streak,\
      monday,tuesday,wednesday,thursday,friday,saturday,sunday
      x,2024-01-31T00:00:00Z,2,4,2,2024-02-01T00:00:00Z,4,1,1,0,0,0,4,0,0,0

      """)
    let said = try await tally.run(input: "open x\nstats --since 2024-01-31 --until 2024-02-02\n")
    #expect(said.output.contains("\n+4 in 2 days from 2024-01-31 to 2024-02-01, 2 a day\n"))
    try await tally.check("stats main", "Nothing was added\n")
    let empty = try await tally.run("stats main --format json".components(separatedBy: " ")).output
    var row = try #require(try JSONField.rows(empty).first)
    row["since"] = nil
    #expect(
      row == [
        "name": "main", "days": 0, "change": 0, "average": nil, "best_time": nil, "best": nil,
        "streak": 0, "longest_streak": 0, "monday": 0, "tuesday": 0, "wednesday": 0, "thursday": 0,
        "friday": 0, "saturday": 0, "sunday": 0,
      ])
  }

  @Test func `Statistics with a sum out of range say so, and end with status 1`() async throws {
    let tally = try await Self.home.copy()
    let most = "up main 9223372036854775807 --at '2024-01-15 09:00'"
    _ = try await tally.run(input: "\(most)\nreset\n\(most)\n")
    let run = try await tally.run("stats main --until 2024-01-16".components(separatedBy: " "))
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "out of range in 1 day from 2024-01-15 to 2024-01-15\nBest day: 2024-01-15, out of range\n")
    )
    #expect(run.output.contains("Monday     out of range"))
    #expect(run.errors == "tally: A sum is out of range\n")
    try await tally.checkRefusal(
      "stats nobody", "There is no counter named nobody", status: 1)
  }
}
