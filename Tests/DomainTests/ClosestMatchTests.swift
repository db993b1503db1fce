import Domain
import Testing

@Suite(.limited) struct ClosestMatchTests {
  @Test(arguments: [
    ("cofee", ["tea", "coffee"], "coffee"),
    ("coffeee", ["tea", "coffee"], "coffee"),
    ("coffre", ["tea", "coffee"], "coffee"),
    ("hlep", ["help", "history"], "help"),
    ("revet", ["reset", "revert"], "revert"),
    ("coffee", ["coffees", "coffee"], "coffees"),
    ("abcdef", ["abxxef", "abcxef"], "abcxef"),
    ("th\u{E9}", ["the"], "the"),
    ("\u{1F9C0}\u{1F377}\u{1F34E}", ["\u{1F377}\u{1F9C0}\u{1F34E}"], "\u{1F377}\u{1F9C0}\u{1F34E}"),
  ])
  func `a typo is recognised`(text: String, candidates: [String], nearest: String) {
    #expect(closestMatch(to: text, among: candidates) == nearest)
  }

  @Test(
    arguments: [
      ("cofee", ["tea", "walks"]),
      ("abcdef", ["abcxyz"]),
      ("ab", ["abcd"]),
      ("x", ["y"]),
      ("ls", ["ms"]),
      ("hlpe me", ["x"]),
      ("coffee", ["coffee"]),
      ("coffee", []),
      ("", ["tea"]),
    ] as [(String, [String])])
  func `a text that is too different, or the same, is not suggested`(
    text: String, candidates: [String]
  ) {
    #expect(closestMatch(to: text, among: candidates) == nil)
  }

  @Test func `of two equally close candidates the first is suggested`() {
    #expect(closestMatch(to: "cat", among: ["bat", "rat"]) == "bat")
  }

  @Test func `a very long text is compared with short names quickly`() {
    let text = String(repeating: "a", count: 1_000_000)
    #expect(closestMatch(to: text, among: ["tea", "coffee"]) == nil)
  }
}
