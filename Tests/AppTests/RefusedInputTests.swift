import Testing

/// What a script hears whose lines cannot be carried out: a sentence with the line's number, a status,
/// and nothing half done.
@Suite struct RefusedInputTests {
  private let tally: TallyProgram

  init() throws {
    tally = try TallyProgram()
  }

  private static let signUp = "signup ada\nlong enough 1\nlong enough 1\n"
  private static let logIn = "login ada\nlong enough 1\n"

  @Test(
    arguments: [
      ("+\n", 1, "You are not logged in", 77),
      ("login ada\nlong enough 2\n", 2, "The provided credentials are not correct", 77),
      ("login nobody\nlong enough 1\n", 2, "The provided credentials are not correct", 77),
      ("login\n\n\n", 3, "Please provide your username and password", 64),
      ("login ada\n\n", 2, "Please provide your username and password", 64),
      ("login ada\n", 1, "The input ended where an answer was due", 65),
      ("signup bea\nlong enough 1\n", 2, "The input ended where an answer was due", 65),
      ("signup bea\nlong enough 1\nlong enough 2\n", 3, "The two passwords differ", 1),
      ("signup ADA\nlong enough 1\nlong enough 1\n", 3, "That username is taken", 1),
      ("signup bea\nshort\nshort\n", 3, "A password has at least 8 characters", 1),
      (
        "signup -bea\nlong enough 1\nlong enough 1\n", 3,
        "A username begins with a letter or a digit", 1
      ),
      ("foo\n", 1, "Unknown command: foo. Type help for the commands", 64),
      ("\n\nhlep\n", 3, "Unknown command: hlep. Did you mean help?", 64),
      (
        "bad\u{1B}[31m\n", 1,
        "Unknown command: bad\\u{1B}[31m. Type help for the commands", 64
      ),
    ] as [(String, Int, String, Int32)])
  func `Signed out`(_ input: String, line: Int, sentence: String, status: Int32) async throws {
    _ = try await tally.run(input: Self.signUp)
    let run = try await tally.run(input: input)
    #expect(run.errors == "tally: line \(line): \(sentence)\n")
    #expect(run.status == status)
    #expect(run.output == "")
  }

  @Test(
    arguments: [
      ("+ x", "Not a number: x", 64),
      ("set 1.5", "Not a number: 1.5", 64),
      ("+9223372036854775808", "That would take the count out of range", 1),
      ("set -9223372036854775809", "That would take the count out of range", 1),
      ("undo", "There is nothing to undo", 1),
      ("redo", "There is nothing to redo", 1),
      ("login bea", "You are logged in as ada. Log out first", 1),
      ("signup", "You are logged in as ada. Log out first", 1),
      ("open tea", "There is no counter named tea", 1),
      ("open mian", "There is no counter named mian. Did you mean main?", 1),
      ("new MAIN", "There is already a counter named MAIN", 1),
      ("new", "Please provide the counter's name", 1),
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
      ("delete account\nlong enough 2", "The provided credentials are not correct", 77),
      ("chart dya", "Unknown command: chart dya. Did you mean chart day?", 64),
      ("history x", "Not a number: x", 64),
    ] as [(String, String, Int32)])
  func `Signed in`(_ command: String, sentence: String, status: Int32) async throws {
    _ = try await tally.run(input: Self.signUp)
    let run = try await tally.run(input: Self.logIn + command + "\n+\n")
    let line = 2 + command.split(separator: "\n").count
    #expect(run.errors == "tally: line \(line): \(sentence)\n")
    #expect(run.status == status)
    #expect(run.output == "Logged in as ada\nType + to start counting\n")

    let after = try await tally.run(input: Self.logIn + "list\n")
    #expect(after.output == "Logged in as ada\nType + to start counting\nmain  0  never\n")
  }

  @Test func `Nothing can be counted while no counter is open`() async throws {
    let run = try await tally.run(input: Self.signUp + "delete\nmain\n+\n")
    #expect(run.errors == "tally: line 6: No counter is open. Type open NAME\n")
    #expect(run.status == 1)
  }

  @Test(
    arguments: [
      ([0xFF, 0x0A], 1), (Array("login ada\n".utf8) + [0xC3, 0x28, 0x0A], 2),
      (Array("login ada\nlong".utf8) + [0x00, 0x0A], 2), ([0xED, 0xA0, 0x80], 1),
    ] as [([UInt8], Int)])
  func `What is not UTF-8 is refused, in commands and in passwords`(
    _ input: [UInt8], line: Int
  ) async throws {
    _ = try await tally.run(input: Self.signUp)
    let run = try await tally.run(input: input)
    #expect(run.errors == "tally: line \(line): The input is not UTF-8\n")
    #expect(run.status == 65)
  }

  @Test func `A line that nobody would type is refused before it fills the memory`() async throws {
    let run = try await tally.run(input: [UInt8](repeating: UInt8(ascii: "a"), count: 3 << 20))
    #expect(run.errors == "tally: line 1: The line is longer than Tally reads\n")
    #expect(run.status == 65)
  }

  @Test func `After five failed tries the next is turned away, known name or not`() async throws {
    for name in ["ada", "nobody"] {
      let program = try TallyProgram()
      _ = try await program.run(input: Self.signUp)
      let bad = "login \(name)\nlong enough 2\n"
      var run = try await program.run(input: bad)
      var heard = 0
      // The pause doubles with each try, so that one falls into it however slow the machine is.
      while run.status == 77, heard < 12 {
        heard += 1
        run = try await program.run(input: bad)
      }
      #expect(heard >= 5)
      #expect(run.status == 75)
      #expect(run.errors.hasPrefix("tally: line 2: Too many failed tries. Try again in "))
    }
  }
}
