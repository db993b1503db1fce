import Domain
import Testing

/// Changes with a time or an id.
@Suite(.limited) struct EntryOptionTests {
  @Test func `A change may have another time, which is local without a zone`()
    async throws
  {
    let tally = try await TallyProgram.ofAda(environment: ["TZ": "Europe/Berlin"])
    let moments = [
      ("2024-11-20", "2024-11-20 00:00:00"),
      ("2024-11-20T09:00:00.123-05:00", "2024-11-20 15:00:00"),
      ("2024-03-31 03:00", "2024-03-31 03:00:00"),
      // The hour that occurs twice when daylight saving ends.
      ("2024-10-27 02:30", "2024-10-27 02:30:00"),
    ]
    for (index, (moment, _)) in moments.enumerated() {
      try await tally.check(["up", "main", "--at", moment], "\(index + 1)\n")
    }
    // The hour that is skipped when daylight saving begins.
    try await tally.checkRefusal(
      ["up", "main", "--at", "2024-03-31 02:30"],
      "There is no local time 2024-03-31 02:30: daylight saving skips it. "
        + "Choose another time", status: 64)
    let lines = moments.enumerated().map { "\($0 + 1)  \($1.1)  +1  \($0 + 1)\n" }
    try await tally.check("history main", lines.joined())
    try await tally.check("down main --at yesterday", "3\n")
    try await tally.check("down main --at TODAY 2", "1\n")
    try await tally.check("show main --since yesterday --until today", "-1\n")
    try await tally.check("show main --since today", "-2\n")
    try await tally.check("undo main", "3\n", errors: "Undid -2\n")
  }

  @Test func `An invalid or future time is refused`() async throws {
    let tally = try await TallyProgram.ofAda()
    for text in ["", "-1", "2024-11-20\n", String(repeating: "2", count: 10_000)] {
      let shown = text.replacing("\n", with: "\\u{A}")
      try await tally.checkRefusal(
        ["up", "main", "--at", text], Refusal.input(.notATime(shown)).sentence, status: 64)
    }
    try await tally.checkRefusal("up main --at 9999-12-31", "That time is in the future")
    try await tally.check("history main", errors: "No changes\n")
  }

  @Test func `An id counts once, and a repeat prints the first count`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("new tea --quiet")
    try await tally.check("up main 2 --id k", "2\n")
    try await tally.check("up main", "3\n")
    try await tally.check("up main 2 --id k", "2\n")
    try await tally.check("up main 2 --id k --at 2024-01-01 --create", "2\n")
    try await tally.check("down main -2 --id k", "2\n")
    try await tally.check("set main 9 --id s", "9\n")
    try await tally.check("set main 9 --id s", "9\n")
    let taken = "That id was already used for a different change"
    let others = [
      "up main 1 --id k", "down main 2 --id k", "set main 2 --id k", "up tea 2 --id k",
      "up new 2 --id k --create", "set main 8 --id s", "up main 9 --id s",
    ]
    for command in others { try await tally.checkRefusal(command, taken) }
    try await tally.checkRefusal("show new", "There is no counter named new")
    try await tally.check("show main", "9\n")
    try await tally.check("undo main --quiet", "3\n")
    try await tally.check("set main 9 --id s", "9\n")
    try await tally.check("show main", "3\n")
  }

  @Test func `An id is any short text without control characters`() async throws {
    let tally = try await TallyProgram.ofAda()
    let sentence = "An id has 1 to 64 characters, and no control characters"
    let long = String(repeating: "é", count: 64)
    for key in ["", long + "é", "a\tb"] {
      try await tally.checkRefusal(["up", "main", "--id", key], sentence, status: 64)
    }
    for (index, key) in [long, "A", "-5", "ключ ☕"].enumerated() {
      try await tally.check(["up", "main", "--id", key], "\(index + 1)\n")
    }
    try await tally.check("up main --id=-x", "5\n")
    try await tally.checkWrongUsage("up main --id -x", "Missing value for '--id <key>'")
    try await tally.check(["up", "main", "--id", long], "1\n")
  }

  @Test func `Eight simultaneous programs with one id count once`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await withThrowingTaskGroup { group in
      for _ in 1...8 {
        group.addTask { try await tally.check("up coffee 3 --create --id order-4711", "3\n") }
      }
      try await group.waitForAll()
    }
    try await tally.check("show coffee", "3\n")
  }
}
