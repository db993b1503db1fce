import Testing

/// With `--quiet`, only results and errors are printed.
@Suite(.limited) struct QuietTests {
  private let tally: TallyProgram

  init() async throws { tally = try await .ofAda() }

  @Test func `A quiet session in a pipe prints results alone`() async throws {
    try await tally.check(
      ["--quiet"],
      """
      Current count is 1
      Current count is 0
      Current count is 7 of 5, 2 over
      ada  owner  +7 today  +7 in all
      7
      ada

      """,
      input: """
        new tea
        +
        undo
        rename 'green tea'
        target 5
        + 7
        members
        open main
        show 'green tea'
        whoami
        new milk
        delete
        milk
        logout

        """)
  }

  @Test func `A session begins and logs in quietly, and its errors are printed`() async throws {
    try await tally.check(["--quiet"])
    try await tally.check(
      ["--quiet"], "Current count is 1\n",
      errors: "tally: line 6: There is no counter named cofee\n", status: 1,
      input: """
        logout
        signup bea
        long enough 2
        long enough 2
        +
        open cofee

        """)
  }

  @Test func `A quiet line of a session that is not quiet says nothing itself`() async throws {
    try await tally.check(
      [], "Type + to start counting\nCurrent count is 1\n",
      input: "+ --quiet\ntarget 9 --quiet\nnew tea --quiet\nrename milk --quiet\n")
  }

  @Test(arguments: [
    "target 120", "new tea", "open main", "rename main tea", "logout", "export counts.json",
  ])
  func `A quiet command that has no result prints nothing`(command: String) async throws {
    try await tally.check(
      (command + " --quiet").replacing("counts.json", with: tally.file("counts.json")))
  }

  @Test func `Passwords are changed and an account is deleted quietly`() async throws {
    let password = TallyProgram.password
    try await tally.check("logout --quiet")
    try await tally.check("login ada --password-stdin --quiet", input: "\(password)\n")
    try await tally.check(
      "signup bea --password-stdin --quiet", input: "\(password)\n",
      environment: ["XDG_STATE_HOME": tally.file("bea")])
    try await tally.check("share main with bea --quiet")
    try await tally.check(
      "password --password-stdin --quiet", input: "\(password)\nlonger still 1\n")
    try await tally.check("delete-account --password-stdin --quiet", input: "longer still 1\n")
  }

  @Test func `A quiet screen goes on line by line without a word`() async throws {
    try await tally.check("screen --quiet", "Current count is 1\n", input: "+\n")
  }
}
