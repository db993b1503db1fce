import Foundation
import Testing

/// Commands of several people with one store.
@Suite(.limited) struct SharingCommandTests {
  /// Where ada and bea have accounts, and ada's counter coffee stands at 5.
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAdaAndBea()
    try await tally.check("up coffee 5 --create", "5\n")
    try await tally.signUp("cy")
    return tally
  }

  private let tally: TallyProgram
  private let bea: [String: String]

  init() async throws {
    tally = try await Self.home.copy()
    bea = tally.beas
  }

  private func share(_ options: String = "") async throws {
    try await tally.check("share coffee with bea --quiet\(options)")
  }

  @Test func `A member counts with the owner's name, and cannot do what only the owner may`()
    async throws
  {
    try await tally.checkRefusal(
      "up ada/coffee", "There is no counter named ada/coffee", environment: bea)
    try await share()
    try await tally.check("up ADA/coffee 3", "8\n", environment: bea)
    try await tally.check(
      "undo ada/coffee --format csv",
      "name,count,owner,role,target,at_most,left,per\nada/coffee,5,ada,counts,,,,\n",
      errors: "Undid +3\n",
      environment: bea)
    for command in [
      "set ada/coffee 1", "reset ada/coffee", "target ada/coffee 9", "rename ada/coffee tea",
      "delete ada/coffee", "delete ada/coffee --yes", "share ada/coffee with cy",
      "unshare ada/coffee with bea",
    ] {
      try await tally.checkRefusal(command, "Only ada can do that", status: 77, environment: bea)
    }
    try await tally.check("open ada/coffee", errors: "Opened ada/coffee\n", environment: bea)
    try await tally.check("+", "6\n", environment: bea)
    let run = try await tally.run(["history"], environment: bea)
    #expect(run.output.matches(of: /by (ada|bea)\n/).map(\.1) == ["ada", "bea", "bea", "bea"])
    let csv = try await tally.run(["history", "--format", "csv"], environment: bea).output
    #expect(csv.split(separator: "\n").dropFirst().allSatisfy { $0.contains(",ada/coffee,20") })
    try await tally.check("show coffee", "6\n")
  }

  @Test func `A member who may only view cannot count until the role changes`() async throws {
    try await share(" --view")
    try await tally.check("show ada/coffee", "5\n", environment: bea)
    try await tally.checkRefusal(
      "up ada/coffee", "Only ada can do that", status: 77, environment: bea)
    try await tally.checkRefusal(
      "share coffee with bea --view", "bea can already view coffee")
    try await share()
    try await tally.check("up ada/coffee", "6\n", environment: bea)
    try await tally.checkRefusal("share coffee with BEA", "bea can already count coffee")
    try await tally.check("unshare coffee with Bea", "bea can no longer see coffee\n")
    try await tally.check("share coffee with BEA --quiet")
  }

  @Test func `Unsharing and leaving take effect at the next command`() async throws {
    try await share()
    try await tally.check("unshare coffee with bea", "bea can no longer see coffee\n")
    for command in ["show ada/coffee", "members ada/coffee", "leave ada/coffee"] {
      try await tally.checkRefusal(
        command, "There is no counter named ada/coffee", environment: bea)
    }
    try await tally.checkRefusal("unshare coffee with bea", "coffee is not shared with bea")
    try await share()
    try await tally.check("leave ada/coffee", "Left ada/coffee\n", environment: bea)
    try await tally.check("list", "main  0  0 today  never\n", environment: bea)
    let run = try await tally.run(["leave", "coffee"])
    #expect(run.errors.hasPrefix("tally: coffee is yours") && run.status == 1)
  }

  @Test func `Sharing with an unknown account or oneself, or somebody else's counter, is refused`()
    async throws
  {
    try await tally.checkRefusal(
      "share coffee with nobody", "There is no account named nobody")
    try await tally.checkRefusal("share coffee with Ada", "coffee is yours already")
    try await tally.checkRefusal(
      ["share", "coffee", "with", "no name!"], "There is no account named no name!")
    try await tally.checkRefusal("share tea with bea", "There is no counter named tea")
    // A guest's name may be typed without quotation marks.
    let sentence = "coffee is not shared with Door 2"
    try await tally.checkRefusal("unshare coffee with Door 2", sentence)
    try await tally.checkRefusal(["unshare", "coffee", "with", "Door 2"], sentence)
    let usage = "Missing \"with\" before the username"
    for (command, message) in [
      ("share", "Missing expected argument '<username>'"),
      ("share coffee", "Missing expected argument '<username>'"), ("share coffee bea", usage),
      ("unshare coffee to bea", usage), ("share coffee with bea now", "Unexpected argument 'now'"),
      ("share with bea --view now", "Unexpected argument 'now'"),
      ("leave", "Missing expected argument '<name>'"),
    ] {
      try await tally.checkWrongUsage(command, message)
    }
  }

  @Test func `After five unknown names, sharing waits, also with a name that exists`()
    async throws
  {
    for number in 1...5 {
      try await tally.checkRefusal(
        "share coffee with nobody-\(number)", "There is no account named nobody-\(number)")
    }
    var run = try await tally.run(["share", "coffee", "with", "bea"])
    // On a slow machine the pause may be over, but each further unknown name doubles it.
    for number in 6...12 where run.status == 0 {
      try await tally.check("unshare coffee with bea", "bea can no longer see coffee\n")
      _ = try await tally.run(["share", "coffee", "with", "nobody-\(number)"])
      run = try await tally.run(["share", "coffee", "with", "bea"])
    }
    #expect(
      run.errors.wholeMatch(of: /tally: Too many attempts. Try again in \d+ seconds?\n/) != nil)
    #expect(run.output == "" && run.status == 75)
    try await tally.checkRefusal("unshare coffee with bea", "coffee is not shared with bea")
    try await tally.check("up coffee", "6\n")
    try await tally.check("share main with cy --quiet", environment: bea)
  }

  @Test func `Members are listed with what they added`() async throws {
    try await share()
    try await tally.check("up ada/coffee 3", "8\n", environment: bea)
    try await tally.check(
      "members coffee --format csv",
      "name,role,today,change\nada,owner,5,5\nbea,counts,3,3\n")
    let table = try await tally.run(["members", "ada/coffee"], environment: bea)
    #expect(
      table.output == "ada  owner   +5 today  +5 in all\nbea  counts  +3 today  +3 in all\n"
    )
  }

  @Test func `Reaching the target gives a notice, and the target does not limit the count`()
    async throws
  {
    try await tally.check("target coffee 7", "coffee has the target 7\n")
    try await tally.check("up coffee", "6\n")
    try await tally.check("up coffee 2", "8\n", errors: "Target reached\n")
    try await tally.check("up coffee", "9\n")
    try await tally.check("down coffee 5", "4\n")
    try await tally.check("undo coffee", "9\n", errors: "Undid -5. Target reached\n")
    try await tally.check("set coffee 6", "6\n")
    try await tally.check("up coffee 3 --quiet", "9\n")
    try await tally.check(
      "show coffee --format csv",
      "name,count,owner,role,target,at_most,left,per\ncoffee,9,ada,owner,7,false,-2,\n")
    let session = try await tally.run(input: "open coffee\n-\n-2\n+\ntarget --none\n")
    #expect(
      session.output.split(separator: "\n").suffix(7) == [
        "Current count is 9 of 7, 2 over", "Current count is 8 of 7, 1 over",
        "Current count is 6 of 7", "Target reached",
        "Current count is 7 of 7", "coffee has no target", "Current count is 7",
      ])
    for (target, sentence, status) in [
      ("0", "A target is 1 or more", Int32(1)), ("-3", "A target is 1 or more", 1),
      ("x", "Not a number: x", 64),
    ] {
      try await tally.checkRefusal("target coffee \(target)", sentence, status: status)
    }
    try await tally.checkWrongUsage("target coffee 3 --none", "Unexpected argument '3'")
    try await tally.checkWrongUsage(
      "target coffee --none --at-most", "Give a target, or only --none")
    try await tally.checkWrongUsage("target", "Missing expected argument '<target>'")
  }

  @Test func `With --per, the target is held against what was added in the period`() async throws {
    try await tally.check("target coffee 3 --per day", "coffee has the target 3 a day\n")
    try await tally.check("set coffee 40", "40\n")
    let session = try await tally.run(input: "open coffee\n-5\n+\ntarget 9 --per week\n+\n")
    #expect(
      session.output.split(separator: "\n").suffix(6) == [
        "Current count is 40, 5 of 3 today", "Current count is 35, 0 of 3 today",
        "Current count is 36, 1 of 3 today", "coffee has the target 9 a week",
        "Current count is 36, 1 of 9 this week", "Current count is 37, 2 of 9 this week",
      ])
    try await tally.check(
      "target coffee 3 --per month --at-most", "coffee has the limit 3 a month\n")
    try await tally.check("up coffee", "38\n", errors: "Limit reached\n")
    try await tally.check("up coffee 2", "40\n", errors: "2 over the limit\n")
    try await tally.check("up coffee --at 2020-01-01", "41\n")
    #expect(
      try JSONField.rows(try await tally.run(["show", "coffee", "--format", "json"]).output) == [
        [
          "name": "coffee", "count": 41, "owner": "ada", "role": "owner", "target": 3,
          "at_most": true, "left": -2, "per": "month",
        ]
      ])
    let list = try await tally.run(["list"]).output
    #expect(list.contains("41  5 of at most 3 this month, 2 over"), "\(list)")
    try await tally.check("target coffee 50", "coffee has the target 50\n")
    let shown = try await tally.run(["show", "coffee", "--format", "csv"]).output
    #expect(shown.hasSuffix("coffee,41,ada,owner,50,false,9,\n"))
    try await tally.checkWrongUsage(
      "target coffee --none --per day", "Give a target, or only --none")
    try await tally.checkRefusal("target coffee -3 --per day", "A target is 1 or more", status: 1)
  }

  @Test func `With --at-most, what is left is shown, and each addition beyond says so`()
    async throws
  {
    try await tally.check("target coffee 7 --at-most", "coffee has the limit 7\n")
    try await tally.check("up coffee 2", "7\n", errors: "Limit reached\n")
    try await tally.check("up coffee", "8\n", errors: "1 over the limit\n")
    try await tally.check("up coffee --quiet", "9\n")
    try await tally.check("down coffee 3", "6\n")
    #expect(
      try JSONField.rows(try await tally.run(["show", "coffee", "--format", "json"]).output) == [
        [
          "name": "coffee", "count": 6, "owner": "ada", "role": "owner", "target": 7,
          "at_most": true, "left": 1, "per": nil,
        ]
      ])
    let session = try await tally.run(
      input: "open coffee\n+\n+\ntarget 9\ntarget 8 --at-most\n+\n+")
    #expect(
      session.output.split(separator: "\n").suffix(12) == [
        "Limit reached", "Current count is 7 of at most 7, full", "1 over the limit",
        "Current count is 8 of at most 7, 1 over", "coffee has the target 9",
        "Current count is 8 of 9", "coffee has the limit 8",
        "Current count is 8 of at most 8, full", "1 over the limit",
        "Current count is 9 of at most 8, 1 over", "2 over the limit",
        "Current count is 10 of at most 8, 2 over",
      ])
  }

  @Test func `A bell rings at the terminal when the target is reached`() async throws {
    try await tally.check("target coffee 7", "coffee has the target 7\n")
    let terminal = try await tally.terminal(["up", "coffee", "2"])
    #expect(try await terminal.waitForEnd() == 0)
    #expect(await terminal.transcript.contains("\u{7}"))
    try await tally.check("set coffee 6", "6\n")
    try await tally.check("open coffee --quiet")
    let session = try await tally.terminal()
    try await session.answer("ada/coffee> ", "+")
    try await session.expect("Target reached\r\nCurrent count is 7 of 7\r\n")
    #expect(await session.transcript.contains("\u{7}"))
  }

  @Test func `With --expect, another count is not changed, but a known id is answered first`()
    async throws
  {
    try await tally.checkRefusal("up coffee --expect 4", "The count is 5, not 4")
    try await tally.check("up coffee --expect 5 --id k", "6\n")
    try await tally.check("up coffee --expect 5 --id k", "6\n")
    try await tally.checkRefusal("set coffee 0 --expect -6", "The count is 6, not -6")
    try await tally.check("down coffee 6 --expect +6", "0\n")
    try await tally.checkRefusal("set coffee 3 --expect x", "Not a number: x", status: 64)
    try await tally.check("show coffee", "0\n")
  }

  @Test func `A repeated id changes nothing, also for set, reset, undo and redo`() async throws {
    for (command, count, said) in [
      ("set coffee 40 --id s", 40, ""), ("reset coffee --id r", 0, ""),
      ("undo coffee --id u", 40, "Undid reset\n"), ("redo coffee --id d", 0, "Redid reset\n"),
    ] {
      try await tally.check(command, "\(count)\n", errors: said)
      try await tally.check(command, "\(count)\n", errors: said)
    }
    try await tally.checkRefusal(
      "up coffee --id s", "That id was already used for a different change")
    try await tally.check("undo coffee", "40\n", errors: "Undid reset\n")
  }

  @Test func `A list shows what was added in a period`() async throws {
    try await tally.check("up coffee 2 --at 2026-01-10", "7\n")
    let run = try await tally.run([
      "list", "--since", "2026-01-01", "--until", "2026-02-01", "--format", "csv",
    ])
    let rows = run.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(
      rows[0].joined(separator: ",")
        == "name,count,time,owner,role,target,change,at_most,left,per")
    #expect(rows[1].first == "coffee" && rows[1][5] == "2")
    let text = try await tally.run(["list", "--since", "2026-01-01", "--until", "2026-02-01"])
    #expect(text.output.hasPrefix("coffee  7  +2  20"))
    try await tally.checkRefusal(
      "list --since never", Self.notATime, status: 64)
  }

  private static let notATime =
    "Not a time: never. Use a form like 2026-11-21, \"2026-11-21 09:00\", 09:00, now, today, "
    + "\"yesterday 18:30\", \"2 hours ago\" or RFC 3339"

  @Test func `A deletion says who loses counters`() async throws {
    try await share()
    let terminal = try await tally.terminal(["delete", "coffee"])
    try await terminal.expect(
      "This deletes coffee and its history. 1 member loses it too\r\nCounter's name, to delete it: "
    )
    try await terminal.type("tea\r")
    #expect(try await terminal.waitForEnd() == 1)
    try await tally.check(
      "delete-account --password-stdin", "Account deleted\n",
      errors: "bea loses the counters that you share\n", input: "\(TallyProgram.password)\n")
    try await tally.check("list", "main  0  0 today  never\n", environment: bea)
  }

  @Test func `Only the named counters are exported, and a dry run imports nothing`() async throws {
    try await share()
    let coffee = try await tally.run(["export", "--counter", "coffee", "--format", "csv"]).output
    #expect(coffee.split(separator: "\n").count == 3 && !coffee.contains(",main,"))
    let shared = try await tally.run(
      ["export", "--counter", "ada/coffee", "--counter", "main"], environment: bea)
    #expect(shared.output.split(separator: "\n").count == 3)
    try await tally.checkRefusal("export --counter tea", "There is no counter named tea")
    let rows = "name,time,change\ntea,2026-01-01T10:00:00Z,2\ntea,2026-01-01T10:00:00Z,2\n"
    try await tally.check(
      "import - --dry-run", "Would import 2 changes and 1 new counter\n", input: rows)
    try await tally.checkRefusal("show tea", "There is no counter named tea")
    try await tally.check("import -", errors: "Imported 2 changes and 1 new counter\n", input: rows)
    try await tally.check("import - --dry-run", "Would import 0 changes\n", input: rows)
    try await tally.check("show tea", "4\n")
  }

  @Test func `A shared counter works in a session as in a shell`() async throws {
    try await share()
    let run = try await tally.run(
      input: "open ada/coffee\n+\nmembers --format csv\nset 3\n", environment: bea)
    #expect(
      run.output.split(separator: "\n").suffix(5) == [
        "Current count is 5", "Current count is 6", "name,role,today,change", "ada,owner,5,5",
        "bea,counts,1,1",
      ])
    #expect(run.errors == "tally: line 4: Only ada can do that\n" && run.status == 77)
    let left = try await tally.run(input: "leave ada/coffee\n+\n", environment: bea)
    #expect(left.output.contains("Left ada/coffee\nNo counter is open"))
    #expect(left.errors.hasPrefix("tally: line 2: No counter is open"))
    let owner = try await tally.run(
      input: "open coffee\nshare with bea --view\nunshare with bea\nunshare with bea\n")
    #expect(owner.output.contains("Shared coffee with bea\n"))
    #expect(owner.output.contains("bea can no longer see coffee\n"))
    #expect(owner.errors == "tally: line 4: coffee is not shared with bea\n")
  }
}
