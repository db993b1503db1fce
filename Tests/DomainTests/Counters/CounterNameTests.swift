import Domain
import Doubles
import Testing

@Suite(.limited) struct CounterNameTests {
  private let form = FoundationNormalizer()

  @Test(arguments: [
    "a", "main", "Cups of coffee", "\u{1F9C0}", "\u{E9}t\u{E9}", "-3", "*",
    String(repeating: "a", count: 64), String(repeating: "\u{1F9C0}", count: 64),
  ])
  func `a name has 1 to 64 characters`(text: String) throws {
    #expect(try CounterName(text, in: form).text == text)
  }

  @Test(arguments: [
    ("a", 65), ("\u{1F9C0}", 65), ("e\u{301}", 65), ("a", 10_000), ("e\u{301}", 10_000),
    (" ", 10_000),
  ])
  func `a longer text is refused`(character: String, count: Int) {
    let text = String(repeating: character, count: count)
    #expect(throws: Refusal.counterName(.tooLong)) { try CounterName(text, in: form) }
  }

  @Test(arguments: [0x00, 0x09, 0x0A, 0x1B, 0x7F, 0x85, 0x9B])
  func `a control character is refused everywhere`(value: UInt32) throws {
    let control = String(try #require(Unicode.Scalar(value)))
    for text in [control, "a" + control, control + "a", "a" + control + "b"] {
      #expect(throws: Refusal.counterName(.controlCharacter)) { try CounterName(text, in: form) }
    }
  }

  @Test(arguments: [0x20, 0xA0, 0x2003, 0x2028, 0x3000])
  func `white space is refused only at the ends`(value: UInt32) throws {
    let space = String(try #require(Unicode.Scalar(value)))
    for text in [space, "a" + space, space + "a"] {
      #expect(throws: Refusal.counterName(.whiteSpaceAtEnds)) { try CounterName(text, in: form) }
    }
    _ = try CounterName("a" + space + "b", in: form)
  }

  @Test func `an empty text is refused`() {
    #expect(throws: Refusal.counterName(.empty)) { try CounterName("", in: form) }
  }

  @Test func `a name is kept in normalisation form C, which its length is counted in`() throws {
    let decomposed = String(repeating: "e\u{301}", count: 64)
    let name = try CounterName(decomposed, in: form)
    #expect(name.text.unicodeScalars.count == 64)
    #expect(name.text.utf8.elementsEqual(String(repeating: "\u{E9}", count: 64).utf8))
  }

  @Test(arguments: ["\u{3B1}\u{313}\u{300}\u{345}", "\u{1100}\u{1161}\u{11A8}", "\u{212B}"])
  func `64 characters are allowed in any Unicode form`(character: String) throws {
    let name = try CounterName(String(repeating: character, count: 64), in: form)
    #expect(name.text.unicodeScalars.count == 64)
  }

  @Test(arguments: [
    ("Main", "main"), ("\u{C9}T\u{C9}", "e\u{301}te\u{301}"), ("\u{3A3}", "\u{3C3}"),
  ])
  func `names that differ only in case have the same key`(left: String, right: String) throws {
    let (left, right) = (try CounterName(left, in: form), try CounterName(right, in: form))
    #expect(left.key.utf8.elementsEqual(right.key.utf8))
    #expect(left.text != right.text)
  }

  @Test(arguments: [("a", "b"), ("e", "\u{E9}"), ("a b", "ab"), ("1", "\u{661}")])
  func `other names have other keys`(left: String, right: String) throws {
    #expect(try CounterName(left, in: form).key != CounterName(right, in: form).key)
  }
}
