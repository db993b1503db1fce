import Foundation
import Testing

/// Account commands and the saved login.
@Suite(.limited) struct AccountCommandTests {
  private static let password = TallyProgram.password
  private static let other = "longer still 1"

  private func session(_ tally: TallyProgram) -> String { tally.file("state/tally/session") }

  @Test func `A saved login lasts until logout`() async throws {
    let tally = try await TallyProgram.ofAda()
    #expect(try tally.permissions(of: "state/tally/session") == 0o600)
    try await tally.check("whoami", "ada\n")
    let loggedIn = "You are logged in as ada. Log out first"
    try await tally.check("login Ada --password-stdin", "Logged in as ada\n", input: "")
    try await tally.checkRefusal("login bea --password-stdin", loggedIn, input: "")
    try await tally.checkRefusal("login --password-stdin", loggedIn, input: "")
    try await tally.checkRefusal(
      "signup bea --password-stdin", loggedIn, input: "\(Self.password)\n")
    try await tally.check("logout", "Logged out\n")
    #expect(!FileManager.default.fileExists(atPath: session(tally)))
    for command in [
      "logout", "whoami", "list", "show main", "up main", "up main --create", "new x", "export",
      "import missing", "delete main --yes", "password --password-stdin",
    ] {
      try await tally.checkRefusal(
        command, "You are not logged in. Use tally login or tally signup", status: 77)
    }
    // The case of the username does not matter, and a line may end with CR LF.
    try await tally.check(
      "login ADA --password-stdin", "Logged in as ada\n", input: "\(Self.password)\r\n")
    try await tally.check("show main", "0\n")
  }

  @Test func `A session uses the saved login, and can end it`() async throws {
    let tally = try await TallyProgram.ofAda()
    #expect(
      try await tally.run(input: "+5\nquit\n").output
        == "Type + to start counting\nCurrent count is 5\n")
    #expect(try await tally.run().output == "Current count is 5\n")
    #expect(try await tally.run(input: "logout\n").output == "Current count is 5\nLogged out\n")
    try await tally.checkRefusal(
      "whoami", "You are not logged in. Use tally login or tally signup", status: 77)
  }

  @Test func `A session's own login ends with it, and leaves the saved login alone`() async throws {
    let tally = try await TallyProgram.ofAda()
    let other = tally.file("other.db")
    let run = try await tally.run(
      ["--store", other], input: "signup bea\n\(Self.password)\n\(Self.password)\n+\n")
    #expect(run.output.hasPrefix("Logged in as bea\n") && run.status == 0)
    try await tally.checkRefusal(
      ["whoami", "--store", other], "You are not logged in. Use tally login or tally signup",
      status: 77)
    try await tally.check(
      ["login", "bea", "--password-stdin", "--store", other], "Logged in as bea\n",
      input: "\(Self.password)\n")
    try await tally.check(["--store", other, "whoami"], "bea\n")
    try await tally.check("whoami", "bea\n", environment: ["TALLY_STORE": other])
    try await tally.check("whoami", "ada\n")
    try await tally.check(["logout", "--store", other], "Logged out\n")
    try await tally.check("whoami", "ada\n")
  }

  @Test func `A new password replaces the old one everywhere`() async throws {
    let tally = try await TallyProgram.ofAda()
    func change(_ lines: String, _ sentence: String, status: Int32) async throws {
      try await tally.checkRefusal(
        "password --password-stdin", sentence, status: status, input: lines)
    }
    try await change(
      "\(Self.other)\n\(Self.other)\n", "The provided credentials are not correct", status: 77)
    try await change(
      "\(Self.password)\nshort\n", "A password has at least 8 characters", status: 1)
    try await change(
      "\(Self.password)\n", "The input ended before the question was answered", status: 65)
    try await tally.check(
      "password --password-stdin", "Password changed\n", input: "\(Self.password)\n\(Self.other)")
    try await tally.check("logout --everywhere", "Logged out\n")
    let login = "login ada --password-stdin"
    try await tally.checkRefusal(
      login, "The provided credentials are not correct", status: 77, input: "\(Self.password)\n")
    try await tally.checkRefusal(
      "login ada --password-stdin", "The input ended before the question was answered", status: 65)
    try await tally.check(login, "Logged in as ada\n", input: "\(Self.other)\n")
  }

  @Test func `The owner of the store resets a forgotten password, which the next login tells`()
    async throws
  {
    let tally = try await TallyProgram.ofAdaAndBea()
    let reset = "reset-password BEA --password-stdin"
    try await tally.checkRefusal(
      "reset-password cy --password-stdin", "There is no account named cy",
      input: "\(Self.other)\n")
    try await tally.checkRefusal(
      reset, "A password has at least 8 characters", input: "short\n")
    try await tally.checkRefusal(
      reset, "The input ended before the question was answered", status: 65)
    try await tally.checkRefusal(
      "reset-password bea", "There is no terminal to ask on. Use --password-stdin", status: 64)
    try await tally.check("whoami", "bea\n", environment: tally.beas)

    try await tally.check(reset, "Reset bea's password\n", input: "\(Self.other)\n")
    try await tally.checkRefusal(
      "whoami", "You are not logged in. Use tally login or tally signup", status: 77,
      environment: tally.beas)
    try await tally.check("whoami", "ada\n")
    let login = "login bea --password-stdin"
    try await tally.checkRefusal(
      login, "The provided credentials are not correct", status: 77, input: "\(Self.password)\n",
      environment: tally.beas)
    let told = try await tally.run(
      login.components(separatedBy: " "), input: "\(Self.other)\n", environment: tally.beas)
    #expect(
      told.output.wholeMatch(
        of:
          /Logged in as bea\. Your password was reset on \d{4}-\d\d-\d\d by the owner of the store\n/
      )
        != nil, "\(told)")
    try await tally.check("logout", "Logged out\n", environment: tally.beas)
    try await tally.check(
      login, "Logged in as bea\n", input: "\(Self.other)\n", environment: tally.beas)

    // A script leaves messages out, this one not: it is told only once.
    try await tally.check("\(reset) --quiet", input: "\(Self.password)\n")
    let quiet = try await tally.run(
      "\(login) --quiet".components(separatedBy: " "), input: "\(Self.password)\n",
      environment: tally.beas)
    #expect(quiet.output == "" && quiet.errors.contains("Your password was reset on"), "\(quiet)")
  }

  @Test func `Deleting an account needs only its password`() async throws {
    let tally = try await TallyProgram.ofAda()
    let delete = "delete-account --password-stdin"
    try await tally.checkRefusal(
      delete, "The provided credentials are not correct", status: 77, input: "\(Self.other)\n")
    try await tally.check("whoami", "ada\n")
    try await tally.check(delete, "Account deleted\n", input: "\(Self.password)\n")
    try await tally.checkRefusal(
      "whoami", "You are not logged in. Use tally login or tally signup", status: 77)
    #expect(!FileManager.default.fileExists(atPath: session(tally)))
    try await tally.checkRefusal(
      "login ada --password-stdin", "The provided credentials are not correct", status: 77,
      input: "\(Self.password)\n")
    try await tally.checkRefusal(
      "signup Ada --password-stdin", "That username is taken", input: "\(Self.password)\n")
  }

  @Test func `Without a terminal nothing is asked, and the error says which option to use`()
    async throws
  {
    let tally = try TallyProgram()
    let nobody = "There is no terminal to ask on. Use --password-stdin"
    for command in ["signup", "signup ada", "login", "login ada"] {
      try await tally.checkRefusal(command, nobody, status: 64, input: "ada\n\(Self.password)\n")
    }
    for command in ["signup --password-stdin", "login --password-stdin"] {
      try await tally.checkRefusal(
        command, "There is no terminal to ask on. Give the username as an argument", status: 64,
        input: "\(Self.password)\n")
    }
    try await tally.checkRefusal(
      ["signup", "", "--password-stdin"], "Please provide a username",
      input: "\(Self.password)\n")
    try await tally.checkRefusal(
      ["login", "", "--password-stdin"], "Please provide your username and password", status: 64,
      input: "\(Self.password)\n")
    let signedUp = try await TallyProgram.ofAda()
    for command in ["password", "delete-account"] {
      try await signedUp.checkRefusal(command, nobody, status: 64, input: "\(Self.password)\n")
    }
    try await signedUp.check("whoami", "ada\n")
  }

  @Test func `A damaged saved login is refused with what to do`() async throws {
    let tally = try await TallyProgram.ofAda()
    try tally.write("no login\n", to: "state/tally/session")
    chmod(session(tally), 0o600)
    for command in ["login ada --password-stdin", "logout", "list"] {
      try await tally.checkRefusal(
        command,
        "The saved login \(session(tally)) cannot be used: it has an invalid line. "
          + "Move that file away and log in again",
        status: 74, input: "\(Self.password)\n")
    }
    try FileManager.default.removeItem(atPath: session(tally))
    try await tally.check(
      "login ada --password-stdin", "Logged in as ada\n", input: "\(Self.password)\n")
  }

  @Test func `Logging in while logged in does not hash the password`() async throws {
    let tally = try await TallyProgram.ofAda()
    let counting = try await workTime(of: tally, ["up", "main"])
    let listing = try await workTime(of: tally, ["list"])
    try await tally.check("show main", "1\n")
    try await tally.check("logout", "Logged out\n")
    // For comparison: a wrong password is hashed too.
    let hashing = try await workTime(
      of: tally, ["login", "ada", "--password-stdin"], input: "wrong\n")
    #expect(counting * 1.5 < hashing)
    #expect(listing * 1.5 < hashing)
  }

  /// The processor time of a command, in seconds.
  private func workTime(
    of tally: TallyProgram, _ arguments: [String], input: String = ""
  ) async throws -> Double {
    try await Turnstile.programs.pass {
      let (reader, writer) = try makePipe()
      feed(Array(input.utf8), to: writer)
      let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
      defer { [reader, null].forEach { close($0) } }
      let child = try ChildProcess(
        TallyProgram.path, arguments, environment: tally.environment, input: reader, output: null,
        errors: null)
      return try await blocking { child.waitForEnd().workTime }
    }
  }

  /// Where nothing can be saved, by the superuser either.
  private static let nowhere = ["XDG_STATE_HOME": "/proc/none"]

  @Test func `Without a place for the login, no account is made`() async throws {
    let tally = try TallyProgram()
    let run = try await tally.run(
      ["signup", "ada", "--password-stdin"], input: "\(Self.password)\n",
      environment: Self.nowhere)
    #expect(run.status == 74 && run.output == "")
    #expect(run.errors.contains("Choose another place with XDG_STATE_HOME or TALLY_TOKEN_FILE\n"))
    try await tally.check(
      "signup ada --password-stdin", "Logged in as ada\n", input: "\(Self.password)\n")
  }

  @Test func `A letter that Unicode folds to an ASCII letter logs nobody in`() async throws {
    let tally = try TallyProgram()
    try await tally.check("signup kay --password-stdin --quiet", input: "\(Self.password)\n")
    let other = ["XDG_STATE_HOME": tally.file("other")]
    for name in ["\u{212A}ay", "\u{212A}AY"] {
      try await tally.checkRefusal(
        ["login", name, "--password-stdin"], "The provided credentials are not correct", status: 77,
        input: "\(Self.password)\n", environment: other)
      try await tally.checkRefusal(
        ["share", "with", name], "There is no account named \(name)", status: 1)
    }
    try await tally.check(
      "login KAY --password-stdin", "Logged in as kay\n", input: "\(Self.password)\n",
      environment: other)
  }

  @Test func `Without a place for the login, nobody is logged in, and no attempt is counted`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    for _ in 1...6 {
      let run = try await tally.run(
        ["login", "ada", "--password-stdin"], input: "\(Self.other)\n",
        environment: Self.nowhere)
      #expect(run.status == 74 && run.output == "", "\(run)")
    }
    #expect(try await tally.run(["account"]).output.contains("Logged in nowhere else"))
  }
}
