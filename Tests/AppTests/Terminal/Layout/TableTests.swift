import Testing

@testable import Terminal

@Suite(.limited) struct TableTests {
  @Test func `columns are two spaces apart, each aligned to its side`() {
    let table = Table(
      alignments: [.left, .right, .left],
      rows: [["coffee", "5", "today"], ["tea", "-120", "never"]])
    #expect(
      table.lines(on: .plain()) == [
        "coffee     5  today",
        "tea     -120  never",
      ])
  }

  @Test func `a table in pages keeps the column widths of earlier pages`() {
    var widths: [Int] = []
    let pages = [[["a", "100"]], [["long", "1"]], [["b", "2"]]].map { rows in
      Table(alignments: [.left, .right], rows: rows).lines(on: .plain(), widths: &widths)
    }
    #expect(pages == [["a  100"], ["long    1"], ["b       2"]])
  }

  @Test func `a wide character counts as two columns`() {
    let table = Table(alignments: [.left, .right], rows: [["日本", "1"], ["tea", "日"]])
    #expect(table.lines(on: .plain(wide: "日本")) == ["日本   1", "tea   日"])
  }

  @Test func `a combining mark counts as no column`() {
    let metrics = TextMetrics(columns: 80, hasBlocks: false) { $0 == "\u{301}" ? 0 : 1 }
    let table = Table(alignments: [.left, .left], rows: [["e\u{301}", "1"], ["ab", "2"]])
    #expect(table.lines(on: metrics) == ["e\u{301}   1", "ab  2"])
  }

  @Test func `a character of unknown width counts as no column`() {
    let metrics = TextMetrics(columns: 80, hasBlocks: false) { $0 == "\u{FFFD}" ? -1 : 1 }
    #expect(metrics.width(of: "a\u{FFFD}b") == 2)
    let table = Table(alignments: [.left, .left], rows: [["\u{FFFD}", "1"]])
    #expect(table.lines(on: metrics) == ["\u{FFFD}  1"])
  }

  @Test func `trailing blanks are removed`() {
    let table = Table(alignments: [.left, .left], rows: [["a", ""], ["b", "long"], ["", " "]])
    #expect(table.lines(on: .plain()) == ["a", "b  long", ""])
  }

  @Test func `leading blanks are kept`() {
    let table = Table(alignments: [.right, .left], rows: [["1", "a"], ["100", "b"]])
    #expect(table.lines(on: .plain()) == ["  1  a", "100  b"])
  }

  @Test func `nothing is shortened in few columns`() {
    let table = Table(alignments: [.left, .right], rows: [["a name longer than the line", "5"]])
    #expect(table.lines(on: .plain(columns: 1)) == ["a name longer than the line  5"])
  }

  @Test(arguments: [
    (60, "entrance north  23  97 left  +23 today  2026-11-28"),
    (47, "entrance north  23  97 left  +23 today"), (30, "entrance north  23  97 left"),
    (23, "entrance …  23  97 left"), (22, "entrance north  23"), (9, "entranc…  23"),
  ])
  func `at a terminal columns go before names, but essential ones only before half of a name`(
    columns: Int, line: String
  ) {
    let table = Table(
      alignments: [.left, .right, .left, .right, .left],
      rows: [["entrance north", "23", "97 left", "+23 today", "2026-11-28"]], essential: 3)
    #expect(
      table.lines(on: .plain(columns: columns, isTerminal: true), shorteningNames: true) == [line])
  }

  @Test func `at a terminal long names are shortened, and the columns stay close`() {
    let long = String(repeating: "日", count: 60)
    let table = Table(
      alignments: [.left, .right, .left], rows: [[long, "5", "never"], ["tea", "12", "today"]])
    func lines(_ columns: Int, isTerminal: Bool = true) -> [String] {
      table.lines(
        on: .plain(columns: columns, isTerminal: isTerminal, wide: "日"), shorteningNames: true)
    }
    let forty = [
      String(repeating: "日", count: 19) + "…   5  never",
      "tea" + String(repeating: " ", count: 36) + "  12  today",
    ]
    #expect(lines(80) == forty)
    #expect(lines(200) == forty)
    #expect(lines(20) == ["日日日日日日日…   5", "tea              12"])
    #expect(lines(1) == ["日日日…   5", "tea      12"])
    #expect(lines(20, isTerminal: false).first == long + "   5  never")
    #expect(table.lines(on: .plain(columns: 20, isTerminal: true)).first?.hasPrefix(long) == true)
  }

  @Test func `terminal controls are escaped before measuring`() {
    let table = Table(alignments: [.left, .left], rows: [["\u{1B}", "1"], ["abcdef", "2"]])
    #expect(table.lines(on: .plain()) == ["\\u{1B}  1", "abcdef  2"])
  }

  @Test func `an empty table has no lines`() {
    #expect(Table(alignments: [.left, .right]).lines(on: .plain()).isEmpty)
  }
}
