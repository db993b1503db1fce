import Domain
import Doubles
import Presentation
import Testing

@Suite struct RecordsTests {
  private static let coffee = CounterName(text: "coffee", key: "coffee")
  private static let time = Timestamp(milliseconds: 1_795_251_600_000)
  private static let row = TransferRow(
    id: Change.ID("b"), name: coffee, time: time, kind: .undo, change: -5, count: 0,
    of: Change.ID("a"))

  private func text(_ text: String) -> Records { Records(fields: ["name"], rows: [[.text(text)]]) }

  @Test func `a document is an array with an object on each line`() {
    let records = Records(
      fields: ["name", "count", "of"],
      rows: [[.text("a"), .integer(.min), .null], [.text("b"), .integer(.max), .text("c")]])
    #expect(
      records.jsonDocument == [
        "[", #"{"name":"a","count":-9223372036854775808,"of":null},"#,
        #"{"name":"b","count":9223372036854775807,"of":"c"}"#, "]",
      ])
    #expect(
      records.jsonLines == [
        #"{"name":"a","count":-9223372036854775808,"of":null}"#,
        #"{"name":"b","count":9223372036854775807,"of":"c"}"#,
      ])
  }

  @Test func `CSV is a line of headings and a line for each row`() {
    let records = Records(
      fields: ["name", "count", "of"], rows: [[.text("a b"), .integer(-5), .null]])
    #expect(records.csvHeader == "name,count,of")
    #expect(records.csvRows == ["a b,-5,"])
  }

  @Test func `no rows are a document, and the headings alone`() {
    let none = Records(exporting: [])
    #expect(none.jsonDocument == ["[]"])
    #expect(none.jsonLines.isEmpty && none.csvRows.isEmpty)
    #expect(none.csvHeader == "id,name,time,kind,change,count,of")
  }

  @Test(
    arguments: [
      ("café ☕️", #""café ☕️""#), (#"a"b\c/d"#, #""a\"b\\c/d""#),
      ("a\nb\t\0", #""a\u000ab\u0009\u0000""#),
      ("\u{1B}[2J\u{7F}\u{9B}", #""\u001b[2J\u007f\u009b""#),
      ("\u{2028}\u{2029}", #""\u2028\u2029""#),
      ("\u{202E}\u{200B}", #""\u202e\u200b""#), ("\u{E0041}", #""\udb40\udc41""#), ("", #""""#),
      ("\r\n", #""\u000d\u000a""#), ("\"\u{301}", #""\"\#u{301}""#),
    ])
  func `a string of JSON has nothing that a terminal would obey or nobody would see`(
    name: String, json: String
  ) {
    #expect(text(name).jsonLines == [#"{"name":\#(json)}"#])
  }

  @Test(
    arguments: [
      ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a\nb", "\"a\nb\""),
      ("a\r\nb", "\"a\r\nb\""),
      ("=1+1", "'=1+1"), ("+5", "'+5"), ("-5", "'-5"), ("@SUM(A1)", "'@SUM(A1)"),
      ("\t=1", "\"'\t=1\""),
      ("\r=1", "\"'\r=1\""), ("'tis", "''tis"), ("=\"a\",b", "\"'=\"\"a\"\",b\""),
      ("=\u{301}x", "'=\u{301}x"),
      ("＝1", "'＝1"), ("＋5", "'＋5"), ("－5", "'－5"), ("＠A", "'＠A"), ("a＝1", "a＝1"),
      ("a=1", "a=1"), (" =1", " =1"), ("\u{2028}", "\u{2028}"), ("\"\u{301}", "\"\"\"\u{301}\""),
      ("", ""),
    ])
  func `a cell is quoted where it must be, and nothing that a spreadsheet would calculate`(
    name: String, cell: String
  ) {
    #expect(text(name).csvRows.map { Array($0.unicodeScalars) } == [Array(cell.unicodeScalars)])
  }

  @Test func `a document that is written page by page is the one that is written at once`() {
    let rows = ["a", "b", "c", "d"].flatMap { text($0).rows }
    func records(_ places: Range<Int>) -> Records {
      Records(fields: ["name"], rows: Array(rows[places]))
    }
    var document = JSONDocument()
    #expect(document.end == ["[]"])
    let lines = [0..<0, 0..<3, 3..<3, 3..<4].flatMap { document.lines(of: records($0)) }
    #expect(lines + document.end == records(0..<4).jsonDocument)
    #expect(records(0..<4).jsonDocument.map(\.last) == ["[", ",", ",", ",", "}", "]"])
  }

  @Test func `a list has names, counts and last changes`() {
    let counters = [
      Counter(id: 1, name: Self.coffee, count: 5, changedAt: Self.time),
      Counter(id: 2, name: CounterName(text: "tea", key: "tea"), count: 0, changedAt: nil),
    ]
    #expect(
      Records(listing: counters).jsonLines == [
        #"{"name":"coffee","count":5,"time":"2026-11-21T09:00:00Z"}"#,
        #"{"name":"tea","count":0,"time":null}"#,
      ])
    #expect(
      Table(listing: counters, in: FixedDays()).rows == [
        ["coffee", "5", "2026-11-21 09:00"], ["tea", "0", "never"],
      ])
  }

  @Test func `a count has its name, and so has a sum`() {
    let counter = Counter(id: 1, name: Self.coffee, count: 5, changedAt: nil)
    #expect(Records(count: counter).jsonLines == [#"{"name":"coffee","count":5}"#])
    #expect(Records(sum: -3, of: Self.coffee).jsonLines == [#"{"name":"coffee","change":-3}"#])
  }

  @Test func `a history has the fields of an export`() {
    let event = Change.Event.undid(.add(5), of: Change.ID("a"))
    let change = Change(id: Change.ID("b"), time: Self.time, event: event, amount: -5, count: 0)
    let json =
      #"{"id":"b","name":"coffee","time":"2026-11-21T09:00:00Z","kind":"undo","change":-5,"count":0,"of":"a"}"#
    #expect(Records(history: [change], of: Self.coffee).jsonLines == [json])
    #expect(Records(exporting: [Self.row]).jsonLines == [json])
    #expect(
      Records(exporting: [Self.row]).csvRows == ["b,coffee,2026-11-21T09:00:00Z,undo,-5,0,a"])
    #expect(
      Table(history: [change], in: FixedDays()).rows == [["2026-11-21 09:00:00", "undo +5", "0"]])
  }

  @Test func `a chart has where each bar begins, and a label with the hour only for hours`() {
    let bars = [ChartBar(start: Self.time, sum: 7)]
    #expect(
      Records(chart: bars, of: Self.coffee).jsonLines == [
        #"{"name":"coffee","time":"2026-11-21T09:00:00Z","change":7}"#
      ])
    let none = Records(chart: [ChartBar(start: Self.time, sum: nil)], of: Self.coffee)
    #expect(
      none.jsonLines == [#"{"name":"coffee","time":"2026-11-21T09:00:00Z","change":null}"#])
    #expect(none.csvRows == ["coffee,2026-11-21T09:00:00Z,"])
    let labels = Span.allCases.map { BarChart(bars, by: $0, in: FixedDays()).bars.map(\.label) }
    #expect(labels == [["2026-11-21 09:00"], ["2026-11-21"], ["2026-11-21"], ["2026-11-21"]])
  }
}
