import Domain
import Doubles
import Testing

@Suite(.limited) struct CounterReferenceTests {
  private let form = FoundationNormalizer()

  /// Beginnings that make one character with the slash before them.
  static let marks = ["\u{301}", "\u{338}", "\u{FE0F}", "\u{200D}", "\u{1F3FD}", "\u{20E3}"]

  @Test(arguments: marks)
  func `the owner ends at the slash, whatever the name begins with`(mark: String) throws {
    let reference = try CounterReference("ada/\(mark)x", in: form)
    #expect(reference.shared?.owner.text == "ada")
    #expect(reference.shared?.name.text.unicodeScalars.first == mark.unicodeScalars.first)
    #expect(reference.own?.text == "ada/\(mark)x")
  }

  @Test(arguments: marks)
  func `a new name has no slash, whatever follows it, and may begin with a mark`(mark: String)
    throws
  {
    for name in ["ada/\(mark)x", "/\(mark)"] {
      #expect(throws: Refusal.counterName(.slash)) { try CounterName(new: name, in: form) }
    }
    #expect(try CounterName(new: "\(mark)x", in: form).text == "\(mark)x")
  }

  @Test(arguments: [
    ("ada/coffee", "ada", "coffee"), ("ada//", "ada", "/"), ("ada/b/c", "ada", "b/c"),
    ("ada/\u{65}\u{301}", "ada", "\u{E9}"),
  ])
  func `only the first slash separates`(text: String, owner: String, name: String) throws {
    let shared = try CounterReference(text, in: form).shared
    #expect(shared?.owner.text == owner && shared?.name.text == name)
  }

  @Test(arguments: ["coffee", "/coffee", "a b/coffee", "\u{E1}/coffee", "\u{212A}/coffee"])
  func `a text without a username before its slash is one's own counter's`(text: String) throws {
    let reference = try CounterReference(text, in: form)
    #expect(reference.shared == nil && reference.own != nil)
  }
}
