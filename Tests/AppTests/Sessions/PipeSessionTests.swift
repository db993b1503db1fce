import Testing

/// Sessions in a pipe.
@Suite(.limited) struct PipeSessionTests {
  /// A home without accounts.
  private let newcomer: TallyProgram
  /// A home where ada is logged in.
  private let tally: TallyProgram

  init() async throws {
    newcomer = try TallyProgram()
    tally = try await .ofAda()
  }

  private static let signUp = "signup ada\nlong enough 1\nlong enough 1\n"
  private static let logIn = "login ada\nlong enough 1\n"

  /// The lines that a run prints, which must not fail.
  private func lines(
    of input: String, from program: TallyProgram? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let run = try await (program ?? tally).run(input: input)
    #expect(run.errors == "", sourceLocation: sourceLocation)
    #expect(run.status == 0, sourceLocation: sourceLocation)
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test func `A comment ends at the end of its line, and begins where a word would`() async throws {
    #expect(
      try await lines(
        of: """
          # before
          + 5 # five
            # alone
          tally +2\t#two
          undo # not that
          new tea#1 # a name
          open 'tea#1'
          new "# 2"
          open main # again # and again
          show 'tea#1'
          tally whoami # in a shell too
          quit # now

          """
      ) == [
        "Type + to start counting", "Current count is 5", "Current count is 7", "Undid +2",
        "Current count is 5", "Type + to start counting", "Type + to start counting",
        "Type + to start counting", "Current count is 5", "0", "ada",
      ])
  }

  @Test func `Counts continue where the last run ended`() async throws {
    #expect(
      try await lines(of: Self.signUp + "+\n+5\n-2\nquit\n", from: newcomer) == [
        "Logged in as ada", "Type + to start counting", "Current count is 1",
        "Current count is 6", "Current count is 4",
      ])
    #expect(
      try await lines(of: Self.logIn + "+\n", from: newcomer) == [
        "Logged in as ada", "Current count is 4", "Current count is 5",
      ])
  }

  @Test func `Undo and redo reach back over restarts, and a new change clears redo`() async throws {
    _ = try await lines(of: "+5\n+ -3\nset 40\nreset\n")
    #expect(
      try await lines(of: "undo\nundo\nundo\n") == [
        "Current count is 0", "Undid reset", "Current count is 40", "Undid set 40",
        "Current count is 2", "Undid -3",
        "Current count is 5",
      ])
    #expect(
      try await lines(of: "redo\nundo\nredo\n+ 0\nredo\n+ -1\n") == [
        "Current count is 5", "Redid -3", "Current count is 2", "Undid -3", "Current count is 5",
        "Redid -3", "Current count is 2", "Current count is 2",
        "Redid set 40", "Current count is 40", "Current count is 39",
      ])
    let run = try await tally.run(input: "redo\n")
    #expect(run.errors == "tally: line 1: There is nothing to redo\n")
    #expect(run.status == 1)
  }

  @Test func `Counters are created, opened, renamed, listed and deleted`() async throws {
    let output = try await lines(
      of: """
        new Café noir
        +3
        open MAIN
        rename Main
        set -7
        list
        open café NOIR
        delete
        CAFÉ noir
        list
        """)
    #expect(
      output.prefix(6) == [
        "Type + to start counting", "Type + to start counting", "Current count is 3",
        "Type + to start counting", "Type + to start counting", "Current count is -7",
      ])
    #expect(output[6].hasPrefix("Café noir   3  +3 today  20"))
    #expect(output[7].hasPrefix("Main       -7   0 today  20"))
    #expect(
      output[8...10] == [
        "Current count is 3", "Deleted Café noir", "No counter is open. Open one with: open NAME",
      ])
    #expect(output.count == 12)
    #expect(output[11].hasPrefix("Main  -7  0 today  20"))
  }

  @Test func `Logging in opens the counter that was open last, if it exists`()
    async throws
  {
    _ = try await lines(of: "new tea\n+2\nlogout\n")
    #expect(try await lines(of: Self.logIn).last == "Current count is 2")
    _ = try await lines(of: Self.logIn + "delete\ntea\n")
    #expect(
      try await lines(of: Self.logIn) == [
        "Logged in as ada", "No counter is open. Open one with: open NAME",
      ])
  }

  @Test func `A history shows the newest changes, oldest first, and keeps the counter open`()
    async throws
  {
    let output = try await lines(of: "+5\n-2\nset 40\nreset\nundo\nhistory 3\n+\n")
    #expect(
      output.suffix(4).dropLast().map { $0.dropFirst(24) } == [
        "set 40      40", "reset        0", "undo reset  40",
      ])
    #expect(output.last == "Current count is 41")
  }

  @Test func `A chart shows 14 days by default, each after its date`() async throws {
    let output = try await lines(of: "+5\n-2\n+10\nundo\nchart\n")
    let chart = output.suffix(14)
    #expect(chart.allSatisfy { $0.firstMatch(of: #/^20\d\d-\d\d-\d\d  /#) != nil })
    #expect(chart.dropLast().allSatisfy { $0.hasSuffix("  0") })
    #expect(chart.last?.dropFirst("2026-11-21".count).prefix(6) == "  3  █")
    #expect(chart.last?.count == 80)
    #expect(try await lines(of: "chart month\n").last?.dropFirst(8).prefix(2) == "01")
  }

  @Test func `An account is shown, gets a new password and is deleted`() async throws {
    let changed = try await lines(
      of: "password\nlong enough 1\nlonger still 2\nlonger still 2\naccount\nlogout\n")
    #expect(changed[1...2] == ["Password changed", "ada"])
    #expect(changed[3].hasPrefix("Since 20"))
    #expect(
      changed[4...] == ["Your day begins at midnight", "Logged in nowhere else", "Logged out"])

    let refused = try await tally.run(input: Self.logIn)
    #expect(refused.errors == "tally: line 2: The provided credentials are not correct\n")
    let deleted = try await lines(
      of: "login ada\nlonger still 2\ndelete-account\nlonger still 2\n")
    #expect(deleted.last == "Account deleted")
    let again = try await tally.run(input: Self.signUp)
    #expect(again.errors == "tally: line 3: That username is taken\n")
  }

  @Test func `After logging out, somebody else can log in`() async throws {
    #expect(
      try await lines(
        of: "logout\nsignup bea\nlong enough 1\nlong enough 1\nlogout --everywhere\n")
        == [
          "Type + to start counting", "Logged out", "Logged in as bea", "Type + to start counting",
          "Logged out",
        ])
  }

  @Test func `Blank lines are skipped, any line end is accepted, and the last may be missing`()
    async throws
  {
    #expect(
      try await lines(
        of: "\n \r\n" + "signup ada\r\nlong enough 1\r\nlong enough 1\r\n\n\t\n+\n\n + 2",
        from: newcomer
      )
      .last == "Current count is 3")
  }

  @Test func `Help shows the commands available now`() async throws {
    let signedOut = try await lines(of: "help\n", from: newcomer)
    #expect(
      signedOut.map { $0.prefix { $0 != " " } } == ["signup", "login", "help", "quit"])
    let signedIn = try await lines(of: "?\n").dropFirst()
    #expect(signedIn.contains { $0.hasPrefix("undo [NAME] ") })
    #expect(!signedIn.contains { $0.hasPrefix("signup") })
  }

  @Test func `A session begun in a run ends with it`() async throws {
    _ = try await lines(of: Self.signUp, from: newcomer)
    _ = try await lines(of: Self.logIn, from: newcomer)
    let account = try await lines(of: Self.logIn + "account\n", from: newcomer)
    #expect(account.last == "Logged in nowhere else")
  }
}
