import Data
import Domain
import Doubles
import Testing

@Suite(.limited) struct TransferCodecTests {
  private static let coffee = CounterName(text: "coffee", key: "coffee")
  private static let time = Timestamp(milliseconds: 1_795_251_600_000)
  private static let row = TransferRow(
    id: Change.ID("b"), name: coffee, time: time, kind: .undo, change: -5, count: 0,
    of: Change.ID("a"), by: "ada")

  private func counter(_ name: String, _ count: Int64) throws -> Counter {
    Counter(
      id: 1, name: CounterName(text: name, key: name), owner: try Username("ada"), count: count,
      changedAt: nil)
  }

  private func lines(_ format: TransferFormat, _ results: Results...) -> [String] {
    var codec = TransferCodec(format)
    return results.flatMap { codec.lines(of: $0) } + codec.end()
  }

  @Test func `a document is an array with an object on each line`() throws {
    var shared = Counter(
      id: 2, name: CounterName(text: "b", key: "b"), owner: try Username("bea"),
      permission: .views, count: .max, changedAt: Self.time)
    shared.target = Target(120, isLimit: true)
    let counters = Results.counters([
      CounterSummary(counter: try counter("a", .min), change: nil),
      CounterSummary(counter: shared, change: -7),
    ])
    let objects = [
      #"{"name":"a","count":-9223372036854775808,"time":null,"owner":"ada","role":"owner","target":null,"change":null,"at_most":null,"left":null,"per":null}"#,
      #"{"name":"bea/b","count":9223372036854775807,"time":"2026-11-21T09:00:00Z","owner":"bea","role":"views","target":120,"change":-7,"at_most":true,"left":-9223372036854775687,"per":null}"#,
    ]
    #expect(lines(.jsonDocument, counters) == ["[", objects[0] + ",", objects[1], "]"])
    #expect(lines(.jsonLines, counters) == objects)
  }

  @Test func `CSV is a header and a line for each row`() throws {
    let summary = CounterSummary(counter: try counter("a b", -5), change: 2)
    #expect(
      lines(.csv, .counters([summary])) == [
        "name,count,time,owner,role,target,change,at_most,left,per", "a b,-5,,ada,owner,,2,,,",
      ])
  }

  @Test func `no rows give an empty document, or only the header`() {
    #expect(lines(.jsonDocument, .rows([])) == ["[]"])
    #expect(lines(.jsonLines, .rows([])) == [])
    #expect(lines(.csv, .rows([])) == ["id,name,time,kind,change,count,of,by,note"])
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
  func `a JSON string escapes invisible characters and terminal controls`(
    name: String, json: String
  ) {
    #expect(lines(.jsonLines, .sum(1, of: name)) == [#"{"name":\#(json),"change":1}"#])
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
  func `a cell is quoted if necessary, and cannot be taken for a formula`(
    name: String, cell: String
  ) {
    let found = lines(.csv, .sum(1, of: name)).last
    #expect(found.map { Array($0.unicodeScalars) } == Array("\(cell),1".unicodeScalars))
  }

  @Test func `output written in pages equals output written at once`() throws {
    let counters = try ["a", "b", "c", "d"].map {
      CounterSummary(counter: try counter($0, 1), change: 0)
    }
    let pages = [0..<0, 0..<3, 3..<3, 3..<4].map { Results.counters(Array(counters[$0])) }
    for format in [TransferFormat.jsonDocument, .jsonLines, .csv] {
      let paged = lines(format, pages[0], pages[1], pages[2], pages[3])
      #expect(paged == lines(format, .counters(counters)))
    }
    #expect(
      lines(.jsonDocument, .counters(counters)).map(\.last) == ["[", ",", ",", ",", "}", "]"])
  }

  @Test func `a count has its name, owner, role and target, and a sum its name`() throws {
    #expect(
      lines(.jsonLines, .count(try counter("coffee", 5))) == [
        #"{"name":"coffee","count":5,"owner":"ada","role":"owner","target":null,"at_most":null,"left":null,"per":null}"#
      ])
    #expect(
      lines(.jsonLines, .sum(-3, of: "coffee")) == [#"{"name":"coffee","change":-3}"#])
  }

  @Test func `a member has a role and two sums, of today and of all time`() throws {
    let members = [
      Member(username: try Username("ada"), permission: nil, recent: 3, total: 40),
      Member(username: try Username("bea"), permission: .counts, recent: nil, total: -2),
    ]
    #expect(
      lines(.csv, .members(members)) == [
        "name,role,today,change", "ada,owner,3,40", "bea,counts,,-2",
      ])
  }

  @Test func `a history has the fields of an export, and before the note the number`() throws {
    let event = Change.Event.undid(.add(5), of: Change.ID("a"))
    let change = Change(
      number: 2, id: Change.ID("b"), time: Self.time, event: event, amount: -5, count: 0,
      author: .account(try Username("ada")))
    let row =
      #"{"id":"b","name":"coffee","time":"2026-11-21T09:00:00Z","kind":"undo","change":-5,"count":0,"of":"a","by":"ada","#
    #expect(TransferRow(change, of: Self.coffee) == Self.row)
    #expect(lines(.jsonLines, .rows([Self.row])) == [row + #""note":null}"#])
    let history = Results.history([change], of: Self.coffee)
    #expect(lines(.jsonLines, history) == [row + #""number":2,"note":null}"#])
    #expect(
      lines(.csv, history) == [
        "id,name,time,kind,change,count,of,by,number,note",
        "b,coffee,2026-11-21T09:00:00Z,undo,-5,0,a,ada,2,",
      ])
    #expect(
      lines(.csv, .rows([Self.row])).last == "b,coffee,2026-11-21T09:00:00Z,undo,-5,0,a,ada,")
  }

  @Test(arguments: [(1, "a"), (2, #"a\u00092"#), (312, #"a\u0009312"#)] as [(Int64, String)])
  func `an undo of several changes records their number with the last of them`(
    changes: Int64, of: String
  ) throws {
    let row = TransferRow(
      id: Change.ID("b"), name: Self.coffee, time: Self.time, kind: .undo, change: -5, count: 0,
      of: Change.ID("a"), changes: changes)
    let line = try #require(lines(.jsonLines, .rows([row])).first)
    #expect(line.hasSuffix(#","of":"\#(of)","by":null,"note":null}"#))
  }

  @Test func `a chart has the beginning of each bar, and leaves out a sum out of range`() {
    let bars = [ChartBar(start: Self.time, sum: 7), ChartBar(start: Self.time, sum: .max)]
    #expect(
      lines(.jsonLines, .chart(bars, of: "coffee")) == [
        #"{"name":"coffee","time":"2026-11-21T09:00:00Z","change":7}"#,
        #"{"name":"coffee","time":"2026-11-21T09:00:00Z","change":null}"#,
      ])
    #expect(
      lines(.csv, .chart(bars, of: "coffee")) == [
        "name,time,change", "coffee,2026-11-21T09:00:00Z,7", "coffee,2026-11-21T09:00:00Z,",
      ])
  }
}
