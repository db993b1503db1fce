import Presentation
import Testing

@testable import LineToolkit
@testable import Terminal

@Suite(.limited) struct CompletionTests {
  @Test(arguments: [
    ("x", [], Completion.none),
    ("hi", ["history"], .replace("history")),
    ("OPEN C", ["open coffee", "open cola"], .replace("open co")),
    ("open co", ["open coffee", "open cola"], .list(["coffee", "cola"])),
    ("open my c", ["open my cat", "open my cup"], .list(["cat", "cup"])),
    ("", ["list", "undo"], .list(["list", "undo"])),
    ("open kö", ["open kölsch", "open köln"], .replace("open köl")),
    ("open \u{301}", ["open \u{301}a", "open \u{301}b"], .list(["\u{301}a", "\u{301}b"])),
  ])
  func `A text is completed as far as its candidates agree, then they are listed`(
    text: String, candidates: [String], completion: Completion
  ) {
    #expect(Completion(of: text, candidates: candidates) == completion)
  }

  @Test func `A list fills the terminal's width in equal columns`() {
    let texts = ["one", "three", "five", "six"]
    #expect(Completion.rows(of: texts, on: metrics(15)) == ["one    three", "five   six"])
    #expect(Completion.rows(of: texts, on: metrics(3)) == texts)
    #expect(Completion.rows(of: [], on: metrics(80)) == [])
    #expect(Completion.rows(of: ["one", "お茶", "six"], on: metrics(12)) == ["one   お茶", "six"])
  }

  private func metrics(_ columns: Int) -> TextMetrics {
    _ = TextLocale.adopted
    return TextMetrics(columns: columns, hasBlocks: true)
  }
}
