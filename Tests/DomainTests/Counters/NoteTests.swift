import Domain
import Testing

@Suite(.limited) struct `A note` {
  @Test(arguments: [
    ("bus 12", "bus 12"), (" bus 12\u{A0}", "bus 12"), ("a  b", "a  b"),
    (String(repeating: "x", count: 200), String(repeating: "x", count: 200)),
    ("  \(String(repeating: "é", count: 200))  ", String(repeating: "é", count: 200)),
  ])
  func `is what was written, without the white space at its ends`(text: String, note: String) throws
  {
    #expect(try Note(text)?.text == note)
  }

  @Test(arguments: ["", "   ", "\u{2003}\n\t"])
  func `is none if nothing was written`(text: String) throws {
    #expect(try Note(text) == nil)
  }

  @Test func `has at most 200 characters`() {
    #expect(throws: Refusal.note(.tooLong)) { try Note(String(repeating: "x", count: 201)) }
  }

  @Test(arguments: ["a\nb", "a\u{1B}[2J", "a\u{9B}b", "a\u{0}b"])
  func `has no control characters`(text: String) {
    #expect(throws: Refusal.note(.controlCharacter)) { try Note(text) }
  }
}
