import Testing

@testable import Terminal

@Suite(.limited) struct TextMetricsTests {
  private let metrics = TextMetrics.plain(wide: "茶")

  @Test func `a text is broken between words, and a wide character takes two columns`() {
    #expect(metrics.wrapped("one two three", to: 8) == ["one two", "three"])
    #expect(metrics.wrapped("one two three", to: 13) == ["one two three"])
    #expect(metrics.wrapped("a 茶茶 茶", to: 6) == ["a 茶茶", "茶"])
    #expect(metrics.wrapped("a 茶茶 茶", to: 7) == ["a 茶茶", "茶"])
    #expect(metrics.wrapped("a 茶茶 茶", to: 9) == ["a 茶茶 茶"])
    #expect(metrics.wrapped("  two", to: 8) == ["  two"])
    #expect(metrics.wrapped("", to: 8) == [""])
  }

  @Test func `a long word stays whole, unless words may be broken`() {
    #expect(metrics.wrapped("a 茶茶茶 b", to: 5) == ["a", "茶茶茶", "b"])
    #expect(metrics.wrapped("abcdefgh i", to: 5) == ["abcdefgh", "i"])
    #expect(
      metrics.wrapped("a 茶茶茶茶茶", to: 5, breakingWords: true) == ["a", "茶茶", "茶茶", "茶"])
    #expect(metrics.wrapped("abcdefgh i", to: 5, breakingWords: true) == ["abcde", "fgh i"])
  }

  @Test func `an escaped character takes the columns of its escape`() {
    #expect(metrics.wrapped("a\u{1B} b", to: 9) == ["a\\u{1B} b"])
    #expect(metrics.wrapped("a\u{1B} b", to: 8) == ["a\\u{1B}", "b"])
  }

  @Test func `a meaning is next to its term, or below a long term`() {
    let entries = [
      (term: "help", meaning: "show it"), (term: "茶 [hour|day]", meaning: "show more of it"),
    ]
    #expect(
      metrics.definitions(entries, to: 40) == [
        "help           show it",
        "茶 [hour|day]  show more of it",
      ])
    #expect(
      metrics.definitions(entries, to: 20) == [
        "help      show it",
        "茶 [hour|day]",
        "          show more",
        "          of it",
      ])
  }
}
