import Testing

@testable import Commands

@Suite(.limited) struct ListCommandTests {
  /// The names in a list, in its order.
  private func names(_ call: String, of tally: TallyProgram, environment: [String: String] = [:])
    async throws -> [String]
  {
    let words = call.split(separator: " ").map(String.init) + ["--format", "csv"]
    let run = try await tally.run(words, environment: environment)
    #expect(run.errors == "" && run.status == 0, "\(call)")
    return run.output.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) }
  }

  @Test func `A list is sorted as people expect, and by count or change when asked`() async throws {
    let tally = try await TallyProgram.ofAdaAndBea()
    let input = ["room 10", "room 2", "Room 1", "a9", "a10"].enumerated()
      .map { "new '\($1)'\n+ \($0 + 1) --at '\(9 - $0) hours ago'\n" }.joined()
    #expect(try await tally.run(input: input).status == 0)
    let sorted = ["a9", "a10", "Room 1", "room 2", "room 10"]
    #expect(try await names("list", of: tally) == sorted)
    #expect(try await names("ls --sort name", of: tally) == sorted)
    #expect(
      try await names("list --sort count", of: tally)
        == ["a10", "a9", "Room 1", "room 2", "room 10"])
    try await tally.check("set a9 -3 --quiet", "-3\n")
    #expect(
      try await names("list --sort changed", of: tally)
        == ["a9", "a10", "Room 1", "room 2", "room 10"])
    for name in ["room 10", "room 2"] {
      try await tally.check(
        ["share", name, "with", "bea", "--quiet"])
    }
    #expect(
      try await names("list", of: tally, environment: tally.beas)
        == ["main", "ada/room 2", "ada/room 10"])
    #expect(
      try await names("list room --sort count", of: tally) == ["Room 1", "room 2", "room 10"])
    let session = try await tally.run(input: "list 'ROOM 1*' --format csv\n")
    #expect(session.output.contains("\nRoom 1,3,") && !session.output.contains("room 2"))
  }

  @Test func `A pattern that finds nothing is told beside the results`() async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await tally.run(["list", "door"])
    #expect(run == TallyProgram.Run(status: 0, output: "", errors: "No counter matches\n"))
    #expect(try await names("list door", of: tally) == [])
    #expect(try await tally.run(["list", "door", "--quiet"]).errors == "")
    try await tally.check("list --archived", errors: "No counter is archived\n")
    try await tally.check("history 0")
    let session = try await tally.run(
      input: "history\nhistory main --quiet\ndelete main --yes\nlist\n")
    #expect(session.errors == "No changes\nNo counter is listed\n", "\(session)")
  }

  @Test func `An archived counter is in no list, and works by its name`() async throws {
    let tally = try await TallyProgram.ofAdaAndBea()
    try await tally.check("up old 5 --create", "5\n")
    try await tally.check("up tea 2 --create", "2\n")
    try await tally.check("archive OLD", errors: "Archived old\n")
    try await tally.check("archive old --quiet")
    #expect(try await names("list", of: tally) == ["main", "tea"])
    #expect(try await names("list --archived", of: tally) == ["old"])
    #expect(try await names("list ol", of: tally) == [])
    try await tally.check("up old", "6\n")
    try await tally.checkRefusal("archive nothing", "There is no counter named nothing")

    try await tally.check("open tea", errors: "Opened tea\n")
    #expect(try await names("list", of: tally) == ["tea"])
    try await tally.check(
      "archive", errors: "Archived tea. It stays in the list until another counter is open\n")
    #expect(try await names("list", of: tally) == ["main", "tea"])
    let session = try await tally.run(
      input: """
        open old
        list --format csv
        list
        unarchive tea
        list
        unarchive old
        open main
        list
        """)
    #expect(session.status == 0, "\(session)")
    let listed = session.output.split(separator: "\n").filter { $0.contains(/^(main|old|tea)\b/) }
      .map { String($0.prefix { $0.isLetter }) }
    #expect(
      listed == ["main", "old", "main", "old", "old", "tea", "main", "old", "tea"],
      "\(session.output)")

    try await tally.check("archive main --quiet")
    try await tally.check("open tea --quiet")
    try await tally.check("unarchive main", errors: "main is listed when it is used\n")

    try await tally.check(["share", "tea", "with", "bea", "--quiet"])
    try await tally.check(
      "archive ada/tea", errors: "Archived ada/tea\n", environment: tally.beas)
    #expect(try await names("list", of: tally, environment: tally.beas) == ["main"])
    #expect(try await names("list --archived", of: tally, environment: tally.beas) == ["ada/tea"])
    #expect(try await names("list", of: tally).contains("tea"))
    try await tally.check(
      "unarchive ada/tea", errors: "ada/tea is listed again\n", environment: tally.beas)
    #expect(try await names("list", of: tally, environment: tally.beas) == ["main", "ada/tea"])
  }

  @Test(arguments: [
    ("room", "Room 12", true), ("12", "Room 12", true), ("", "x", true), ("m 2", "Room 12", false),
    ("r*", "Room 12", true), ("*1?", "Room 12", true), ("*1", "Room 12", false),
    ("?oom*2", "Room 12", true), ("oom*", "Room 12", false), ("*a*a*b", "aaaab", true),
    ("**", "", true), ("?", "", false), ("cafe\u{301}", "CAF\u{C9} au lait", true),
    ("STRASSE", "Straße 5", true), ("\u{301}x", "ada/\u{301}x", true),
    ("*/\u{301}x", "ada/\u{301}x", true),
  ])
  func `A pattern is a part of a name, or a whole one with wildcards`(
    pattern: String, name: String, matches: Bool
  ) {
    #expect(NamePattern(pattern).matches(name) == matches)
  }
}
