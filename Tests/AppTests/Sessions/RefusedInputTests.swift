import Testing

/// Lines in a pipe that are refused: one error with the line's number, a status, and no partial
/// change.
@MainActor
@Suite(.limited) struct RefusedInputTests {
  @Test(
    arguments: [
      ("+\n", 1, "You are not logged in. Use login or signup", 77),
      ("login ada\nlong enough 2\n", 2, "The provided credentials are not correct", 77),
      ("login nobody\nlong enough 1\n", 2, "The provided credentials are not correct", 77),
      ("login\n\n\n", 3, "Please provide your username and password", 64),
      ("login ada\n\n", 2, "Please provide your username and password", 64),
      ("login ada\n", 1, "The input ended before the question was answered", 65),
      ("signup bea\nlong enough 1\n", 2, "The input ended before the question was answered", 65),
      ("signup bea\nlong enough 1\nlong enough 2\n", 3, "The two passwords differ", 1),
      ("signup ADA\nlong enough 1\nlong enough 1\n", 3, "That username is taken", 1),
      ("signup bea\nshort\nshort\n", 3, "A password has at least 8 characters", 1),
      (
        "signup .bea\nlong enough 1\nlong enough 1\n", 3,
        "A username begins with a letter or a digit", 1
      ),
      ("foo\n", 1, "Unknown command: foo. Type help for the commands", 64),
      ("\n\nhlep\n", 3, "Unknown command: hlep. Did you mean help?", 64),
      (
        "bad\u{1B}[31m\n", 1,
        "Unknown command: bad\\u{1B}[31m. Type help for the commands", 64
      ),
    ] as [(String, Int, String, Int32)])
  func `Logged out, a refused line is reported with the reason`(
    _ input: String, line: Int, sentence: String, status: Int32
  ) async throws {
    let tally = try await InProcessTally.ofAda(staysLoggedIn: false)
    let run = try await tally.session(Array(input.utf8))
    #expect(
      run == .init(status: status, output: "", errors: "tally: line \(line): \(sentence)\n"))
  }

  @Test(
    arguments: [
      ("+ x", "Not a number: x", 64),
      ("set 1.5", "Not a number: 1.5", 64),
      ("+9223372036854775808", "That would take the count out of range", 1),
      ("set -9223372036854775809", "That would take the count out of range", 1),
      ("undo", "There is nothing to undo", 1),
      ("redo", "There is nothing to redo", 1),
      ("login", "You are logged in as ada. Log out first", 1),
      ("login bea", "You are logged in as ada. Log out first", 1),
      ("signup", "You are logged in as ada. Log out first", 1),
      ("open tea", "There is no counter named tea", 1),
      ("open mian", "There is no counter named mian. Did you mean main?", 1),
      ("new MAIN", "There is already a counter named MAIN", 1),
      ("new ''", "Please provide the counter's name", 1),
      ("new a\u{7}b", "A counter's name has no control characters", 1),
      (
        "rename \(String(repeating: "a", count: 10_000))",
        "A counter's name has at most 64 characters", 1
      ),
      ("delete\nmine", "That is not the counter's name. Nothing was deleted", 1),
      (
        "password\nlong enough 2\nlonger still 2\nlonger still 2",
        "The provided credentials are not correct", 77
      ),
      ("delete-account\nlong enough 2", "The provided credentials are not correct", 77),
      ("delete account", "Unknown command: delete account. Did you mean delete-account?", 64),
      ("chart dya", "There is no counter named dya", 1),
      ("history -1", "Not a number of lines: -1", 64),
      ("up cofee", "There is no counter named cofee. Create it with --create", 1),
      ("rename 'green tea", "A quote is not closed", 64),
    ] as [(String, String, Int32)])
  func `Logged in, a refused line is reported and changes nothing, and neither do later lines`(
    _ command: String, sentence: String, status: Int32
  ) async throws {
    let tally = try await InProcessTally.ofAda()
    let run = try await tally.session(Array((command + "\n+\n").utf8))
    let line = command.split(separator: "\n").count
    #expect(
      run
        == .init(
          status: status, output: "Type + to start counting\n",
          errors: "tally: line \(line): \(sentence)\n"))
    let after = try await tally.session(Array("list\n".utf8))
    #expect(after.output == "Type + to start counting\nmain  0  0 today  never\n")
  }

  @Test func `Nothing can be counted while no counter is open`() async throws {
    let tally = try await InProcessTally.ofAda()
    let run = try await tally.session(Array("delete\nmain\n+\n".utf8))
    #expect(run.errors == "tally: line 3: No counter is open. Open one with: open NAME\n")
    #expect(run.status == 1)
  }

  @Test(
    arguments: [
      ([0xFF, 0x0A], 1), (Array("login ada\n".utf8) + [0xC3, 0x28, 0x0A], 2),
      (Array("login ada\nlong".utf8) + [0x00, 0x0A], 2), ([0xED, 0xA0, 0x80], 1),
    ] as [([UInt8], Int)])
  func `Invalid UTF-8 is refused, in commands and in passwords`(
    _ input: [UInt8], line: Int
  ) async throws {
    let run = try await InProcessTally().session(input)
    #expect(run.errors == "tally: line \(line): The input is not UTF-8\n")
    #expect(run.status == 65)
  }

  @Test func `An overlong line is refused before it fills the memory`() async throws {
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: 3 << 20)
    let run = try await InProcessTally().session(line)
    #expect(run.errors == "tally: line 1: That line is too long\n")
    #expect(run.status == 65)
  }

  @Test(arguments: ["ada", "nobody"])
  func `After five failed attempts the next is refused, for known and unknown names`(name: String)
    async throws
  {
    let tally = try await InProcessTally.ofAda(staysLoggedIn: false)
    let login = Array("login \(name)\nlong enough 2\n".utf8)
    for _ in 1...5 { #expect(try await tally.session(login).status == 77) }
    let run = try await tally.session(login)
    #expect(
      run.errors == "tally: line 2: Too many attempts. Try again in 1 second\n")
    #expect(run.status == 75)
  }
}
