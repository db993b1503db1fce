import Domain
import Testing

@Suite(.limited) struct UsernameTests {
  @Test(arguments: [
    "a", "Z", "0", "ada", "ada.lovelace+tally@example.org", "9_-lives",
    String(repeating: "a", count: 64),
  ])
  func `letters, digits and the symbols of an e-mail address are allowed`(text: String) throws {
    #expect(try Username(text).text == text)
  }

  @Test(
    arguments: [
      ("", .empty),
      (String(repeating: "a", count: 65), .tooLong),
      (String(repeating: "\u{E9}", count: 65), .tooLong),
      (".ada", .badBeginning), ("_a", .badBeginning), ("-a", .badBeginning),
      ("+a", .badBeginning), ("@a", .badBeginning),
      ("a b", .badCharacter), ("ad\u{E1}", .badCharacter), ("a\u{301}", .badCharacter),
      ("\u{212A}", .badCharacter),
      ("\u{FF41}", .badCharacter), ("a/b", .badCharacter),
      (" ", .badCharacter), ("\u{661}", .badCharacter),
    ] as [(String, Username.Fault)])
  func `any other text is refused with the broken rule`(
    text: String, fault: Username.Fault
  ) {
    #expect(throws: Refusal.username(fault)) { try Username(text) }
  }

  @Test(arguments: [0x00, 0x0A, 0x1B, 0x7F, 0x9B, 0x200B, 0x202E, 0xE0061])
  func `an invisible character is refused`(value: UInt32) throws {
    let text = "ada" + String(try #require(Unicode.Scalar(value)))
    #expect(throws: Refusal.username(.badCharacter)) { try Username(text) }
  }

  @Test func `the key ignores case, and the text is kept`() throws {
    let username = try Username("Ada.LOVELACE@Example.org")
    #expect(username.key == "ada.lovelace@example.org")
    #expect(username.text == "Ada.LOVELACE@Example.org")
  }

  @Test(arguments: [
    ("K", "k"), ("\u{212A}", "\u{212A}"), ("\u{130}", "\u{130}"), ("\u{C9}", "\u{C9}"),
  ])
  func `the key of any text ignores the case of ASCII letters alone`(text: String, key: String) {
    #expect(Username.key(of: text).utf8.elementsEqual(key.utf8))
  }
}
