import Domain
import Doubles
import Testing

@Suite(.limited) struct GuestNameTests {
  private let form = FoundationNormalizer()

  @Test(arguments: [
    "a", "Door 2", "bea", "Éva & Zoë", "\u{1F9C0}", "-", "a/b", "(guest)", "Door (left)",
    String(repeating: "a", count: 32), String(repeating: "\u{1F9C0}", count: 32),
  ])
  func `a name has 1 to 32 characters`(text: String) throws {
    #expect(try GuestName(text, in: form).text == text)
  }

  @Test(arguments: [
    ("a", 33), ("\u{1F9C0}", 33), ("e\u{301}", 33), ("a", 1_000), ("a", 100_000), (" ", 100_000),
  ])
  func `a longer text is refused`(character: String, count: Int) {
    let text = String(repeating: character, count: count)
    #expect(throws: Refusal.guestName(.tooLong)) {
      try GuestName(text, in: form)
    }
  }

  @Test(arguments: [
    "", " ", "\u{A0}\u{3000}\n\t", "\u{200B}", " \u{200B}\u{202E} ", "\u{FEFF}", "\u{E0061}",
  ])
  func `a text that shows nothing is empty`(text: String) {
    #expect(throws: Refusal.guestName(.empty)) { try GuestName(text, in: form) }
  }

  @Test(arguments: [0x00, 0x09, 0x0A, 0x1B, 0x7F, 0x85, 0x9B])
  func `a control character inside is refused`(value: UInt32) throws {
    let text = "a" + String(try #require(Unicode.Scalar(value))) + "b"
    #expect(throws: Refusal.guestName(.controlCharacter)) { try GuestName(text, in: form) }
  }

  @Test(arguments: [0x20, 0xA0, 0x2003, 0x2028, 0x3000, 0x09, 0x0A])
  func `white space at the ends is dropped before counting`(value: UInt32) throws {
    let space = String(try #require(Unicode.Scalar(value)))
    let long = String(repeating: "a", count: 32)
    for text in [space + long, long + space, space + space + long + space] {
      #expect(try GuestName(text, in: form).text == long)
    }
  }

  @Test(arguments: [
    "Door 2 (guest)", "Door 2 (GUEST)", " Door 2 (guest) ", "Door 2  (guest)", "Door 2",
  ])
  func `the mark of a guest is dropped, so that a name can be copied from a list`(text: String)
    throws
  {
    #expect(try GuestName(text, in: form) == GuestName("Door 2", in: form))
    #expect(try GuestName(text, in: form).text == "Door 2")
  }

  @Test func `a mark that is written with a ligature takes no letter of the name with it`() throws {
    let typed = "Door (gue\u{FB06})"
    #expect(["Door", typed].contains(try GuestName(typed, in: form).text))
  }

  @Test func `the mark is not counted`() throws {
    let long = String(repeating: "a", count: 32)
    #expect(try GuestName(long + GuestName.mark, in: form).text == long)
  }

  @Test func `a name is kept in normalisation form C, which its length is counted in`() throws {
    let name = try GuestName(String(repeating: "e\u{301}", count: 32), in: form)
    #expect(name.text.utf8.elementsEqual(String(repeating: "\u{E9}", count: 32).utf8))
  }

  @Test(arguments: ["\u{3B1}\u{313}\u{300}\u{345}", "\u{1100}\u{1161}\u{11A8}", "\u{212B}"])
  func `32 characters are allowed in any Unicode form, marked and between white space`(
    character: String
  ) throws {
    let text = String(repeating: character, count: 32)
    for typed in [text, "  \(text)\(GuestName.mark)\n"] {
      #expect(try GuestName(typed, in: form).text.unicodeScalars.count == 32)
    }
  }

  @Test(arguments: [
    ("Bea", "bea"), ("\u{C9}VA", "e\u{301}va"), ("\u{3A3}", "\u{3C3}"), (" a ", "A (guest)"),
  ])
  func `names that differ only in case have the same key`(left: String, right: String) throws {
    let (left, right) = (try GuestName(left, in: form), try GuestName(right, in: form))
    #expect(left.key.utf8.elementsEqual(right.key.utf8))
  }

  @Test(arguments: [("a", "b"), ("e", "\u{E9}"), ("Door 2", "Door2"), ("1", "\u{661}")])
  func `other names have other keys`(left: String, right: String) throws {
    #expect(try GuestName(left, in: form).key != GuestName(right, in: form).key)
  }

  @Test(arguments: ["bea", "Door 2", "a", "\u{C9}va", "a\u{600}", "\u{D4E}"])
  func `members see a name that no account can have`(text: String) throws {
    let username = Username(guestNamed: try GuestName(text, in: form).text)
    #expect(username.text == "\(text) (guest)" && username.isGuest)
    #expect(throws: Refusal.username(.badCharacter)) { try Username(username.text) }
    #expect(try GuestName(username.text, in: form).text == text)
  }

  @Test(arguments: [
    "Door\u{A0}2", "Door  2", "Door\u{2028}2", "Do\u{AD}or 2", "\u{202E}Door 2", "Door \u{200B} 2",
    "Door 2\u{200D}", "Door\u{200C} 2", "D\u{FE0F}oor 2",
    "Door 2 (guest) (guest)",
  ])
  func `names that look the same are the same`(text: String) throws {
    #expect(try GuestName(text, in: form).text == "Door 2")
  }

  @Test func `a letter and its mark are one, whatever was between them`() throws {
    let text = try GuestName("e\u{34F}\u{301}", in: form).text
    #expect(text.unicodeScalars.elementsEqual("\u{E9}".unicodeScalars))
  }

  @Test func `no account is a guest`() throws {
    for text in ["bea", "guest", "a.guest", "x-guest@example.org"] {
      #expect(try !Username(text).isGuest)
    }
  }
}
