import Domain
import Doubles
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `The file of an import` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("rows")
  }

  private static let header = "id,name,time,kind,change,count,of\n"
  private static let object =
    #"{"id":"a","name":"coffee","time":"2026-11-21T09:00:00Z","kind":"change","change":5}"#
  private static let cells = "a,coffee,2026-11-21T09:00:00Z,change,5,,\n"

  private static func row(line: Int) -> RawTransferRow {
    RawTransferRow(
      line: line, id: "a", name: "coffee", time: Timestamp(milliseconds: 1_795_251_600_000),
      kind: .change, change: 5, of: nil)
  }

  private func rows(_ content: String) async throws -> [RawTransferRow] {
    try await rows(Data(content.utf8))
  }

  private func rows(_ content: Data) async throws -> [RawTransferRow] {
    try content.write(to: URL(fileURLWithPath: path))
    return try await allRows(of: TransferCodec.rows(ofFile: path))
  }

  @Test(
    arguments: [
      (object, [1]), (object + "\n", [1]), ("\u{FEFF}" + object + "\r\n", [1]),
      ("\n \t\r\n" + object + "\n\n" + object + "\n\n", [3, 5]),
      (" \(object) ", [1]),
      (header + cells, [2]), ("\u{FEFF}" + header + cells, [2]),
      ((header + cells + cells).replacingOccurrences(of: "\n", with: "\r\n"), [2, 3]),
      ("\n\n" + header + "\n  \n" + cells + "\n", [6]), (header + cells.dropLast(), [2]),
      ("change,time,kind,name,id\n5,2026-11-21T09:00:00Z,change,coffee,a\n", [2]),
      ("\"id\",name,x,time,kind,change,\na,coffee,?,2026-11-21T09:00:00Z,change,5,y\n", [2]),
      ("[\n\(object),\n\n\(object)\n]\n", [2, 4]), ("[\(object),\n\(object)]", [1, 2]),
      ("[\r\n\(object)\r\n]\r\n", [2]), ("[]", []), ("[\n]\n", []), (" [ ] ", []),
      ("", []), ("\n\n", []), ("\u{FEFF}", []), (header, []), (String(header.dropLast()), []),
    ] as [(String, [Int])])
  func `is recognised from its content as JSON lines, a JSON array, or CSV with a header`(
    content: String, lines: [Int]
  ) async throws {
    #expect(try await rows(content) == lines.map(Self.row))
  }

  @Test func `may have any text in quoted cells, and a row begins at its first line`()
    async throws
  {
    let found = try await rows(
      Self.header + "a,\"x, \"\"y\"\"\nz\r\n\",2026-11-21T09:00:00Z,change,5,,\n\n" + Self.cells)
    #expect(found.map(\.name) == ["x, \"y\"\nz\r\n", "coffee"])
    #expect(found.map(\.line) == [2, 6])
  }

  @Test(
    arguments: [
      ("'=1", "=1"), ("'+1", "+1"), ("'-1", "-1"), ("'@a", "@a"), ("''tis", "'tis"),
      ("'tis", "'tis"), ("'", "'"), ("\"'\t\"", "\t"), ("''", "'"), ("'=\u{301}", "=\u{301}"),
      ("'＝1", "＝1"), ("'＋1", "＋1"), ("'－1", "－1"), ("'＠a", "＠a"), ("＝1", "＝1"),
    ])
  func `loses the apostrophes that protect texts from being calculated`(
    cell: String, name: String
  ) async throws {
    let found = try await rows(Self.header + "\(cell),\(cell),2026-11-21T09:00:00Z,change,-5,-5,\n")
    #expect(found.map { Array($0.name.unicodeScalars) } == [Array(name.unicodeScalars)])
    #expect(found.map(\.change) == [-5])
    #expect(found.map(\.id) == [name])
  }

  @Test func `may contain every JSON escape, and unknown keys`() async throws {
    let found = try await rows(
      #"{"of":"a","x":null,"y":-1.5e+3,"z":true,"#
        + #""id":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\u0000","name":"né😀","time":"2026-11-21 10:00:00+01:00","#
        + #""kind":"undo" , "change" : -9223372036854775808,"count":null, "ok" : false }"#)
    #expect(
      found == [
        RawTransferRow(
          line: 1, id: "\"\\/\u{8}\u{C}\n\r\té😀\0", name: "né😀",
          time: Timestamp(milliseconds: 1_795_251_600_000), kind: .undo, change: .min, of: "a")
      ])
  }

  @Test func `may say how many changes an undo covers`() async throws {
    let object = Self.object.replacing(#""kind":"change""#, with: #""kind":"undo""#)
    for (of, changes) in [("a b", nil), ("a b", 1), ("a b", 312), ("é", .max)] as [(String, Int64?)]
    {
      let suffix = changes.map { "\t\($0)" } ?? ""
      for text in [
        Self.header + "u,coffee,2026-11-21T09:00:00Z,undo,5,,\"\(of)\(suffix)\"\n",
        object.dropLast() + ",\"of\":\"\(of)\(suffix.replacing("\t", with: "\\t"))\"}\n",
      ] {
        let found = try await rows(text)
        #expect(found.map(\.of) == [of] && found.map(\.changes) == [changes ?? 1], "\(text)")
      }
    }
    for wrong in ["a\t", "a\t0", "a\t-1", "a\t1.5", "a\tb", "a\t1\t2", "a\t9223372036854775808"] {
      await #expect(throws: Refusal.badRow(line: 2, .field("of", value: wrong)), "\(wrong)") {
        try await rows(Self.header + "u,coffee,2026-11-21T09:00:00Z,undo,5,,\(wrong)\n")
      }
    }
  }

  @Test(
    arguments: [
      ("hello\n", 1, .field("name")), ("\u{FEFF}\nid,name,time,kind\n", 2, .field("change")),
      ("id,id,name,time,kind,change\n", 1, .repeatedField("id")), ("\"id,name\n", 1, .quote),
      ("id,na\"me\n", 1, .quote),
      (header + cells + "a,coffee\n", 3, .fields(2, expected: 7)),
      (header + "a,\"b\"c,2026-11-21T09:00:00Z,change,5,,\n", 2, .quote),
      (header + "a,b\"c,2026-11-21T09:00:00Z,change,5,,\n", 2, .quote),
      (header + cells + "\n\na,\"b,2026-11-21T09:00:00Z,change,5,,\n" + cells, 5, .quote),
      (header + cells.dropLast() + ",\n", 2, .fields(8, expected: 7)),
      (header + "a,b,2026-11-21T09:00:00Z,change,5,5,c", 2, .malformed),
      (header + ",coffee,2026-11-21T09:00:00Z,change,5,,\n", 2, .emptyField("id")),
      (header + "a,,2026-11-21T09:00:00Z,change,5,,\n", 2, .emptyField("name")),
      (header + "a,coffee,21.11.2026,change,5,,\n", 2, .field("time")),
      (header + "a,coffee,2026-11-21T09:00:00Z,Change,5,,\n", 2, .field("kind")),
      (header + "a,coffee,2026-11-21T09:00:00Z,change,,,\n", 2, .emptyField("change")),
      (header + "a,coffee,2026-11-21T09:00:00Z,change,5.0,,\n", 2, .field("change")),
      (header + "a,coffee,2026-11-21T09:00:00Z,change, 5,,\n", 2, .field("change")),
      (
        header + "a,coffee,2026-11-21T09:00:00Z,change,9223372036854775808,,\n", 2, .field("change")
      ),
      (header + "a,coffee,2026-11-21T09:00:00Z,change,5,x,\n", 2, .field("count")),
      (header + "a,coffee,2026-11-21T09:00:00Z,undo,5,,\n", 2, .emptyField("of")),
      (object.replacingOccurrences(of: "\"change\",", with: "\"redo\","), 1, .field("of")),
      (object + "\n" + object.dropLast(), 2, .malformed), (object + "\n[]\n", 2, .malformed),
      (object + "," + object, 1, .malformed), (object + object, 1, .malformed),
      ("{", 1, .malformed), ("{}", 1, .field("time")), ("{,}", 1, .malformed),
      (#"{"a":1,}"#, 1, .malformed), (#"{"a" 1}"#, 1, .malformed), ("{a:1}", 1, .malformed),
      (#"{"a":[1]}"#, 1, .malformed), (#"{"a":{}}"#, 1, .malformed), (#"{"a":01}"#, 1, .malformed),
      (#"{"a":+1}"#, 1, .malformed), (#"{"a":.5}"#, 1, .malformed), (#"{"a":1.}"#, 1, .malformed),
      (#"{"a":1e}"#, 1, .malformed), (#"{"a":-}"#, 1, .malformed), (#"{"a":nul}"#, 1, .malformed),
      (#"{"a":True}"#, 1, .malformed), (#"{"a":"\x"}"#, 1, .malformed),
      (#"{"a":"\u12G4"}"#, 1, .malformed), (#"{"a":"\u-000"}"#, 1, .malformed),
      (#"{"a":"\uD83D"}"#, 1, .malformed), (#"{"a":"\uDE00\uD83D"}"#, 1, .malformed),
      (#"{"a":"\uD83Dx"}"#, 1, .malformed), ("{\"a\":\"\t\"}", 1, .malformed),
      (#"{"id":"a","id":"a"}"#, 1, .repeatedField("id")),
      (#"{"of":null,"of":"a"}"#, 1, .repeatedField("of")),
      (object.replacingOccurrences(of: ":5", with: ":1.5"), 1, .field("change")),
      (object.replacingOccurrences(of: ":5", with: ":1e3"), 1, .field("change")),
      (object.replacingOccurrences(of: ":5", with: ":\"5\""), 1, .field("change")),
      (object.replacingOccurrences(of: ":5", with: ":true"), 1, .field("change")),
      (object.replacingOccurrences(of: ":5", with: ":null"), 1, .field("change")),
      (object.replacingOccurrences(of: ":5", with: ":9223372036854775808"), 1, .field("change")),
      (object.replacingOccurrences(of: ":5", with: ":5,\"count\":\"5\""), 1, .field("count")),
      (object.replacingOccurrences(of: ":5", with: ":5,\"of\":5"), 1, .field("of")),
      (object.replacingOccurrences(of: #""coffee""#, with: "1"), 1, .field("name")),
      ("[\n\(object),\n", 3, .malformed), ("[\n\(object)\n\(object)\n]", 3, .malformed),
      ("[\n\(object),\n]\n", 3, .malformed), ("[,\n]\n", 1, .malformed),
      ("[]\n[]\n", 2, .malformed),
      ("[\(object),\(object)]", 1, .malformed), ("[\n\(object)\n]\n\(object)\n", 4, .malformed),
    ] as [(String, Int, RowFault)])
  func `is refused with the line of the bad row`(
    content: String, line: Int, fault: RowFault
  ) async {
    do {
      _ = try await rows(content)
      Issue.record("\(content) was not refused")
    } catch Refusal.badRow(let found, .field(let name, value: _)) {
      #expect(found == line && .field(name) == fault)
    } catch {
      #expect(error as? Refusal == .badRow(line: line, fault))
    }
  }

  @Test func `comes in pages limited by their size in bytes`()
    async throws
  {
    let padding = String(repeating: "x", count: TransferRows.pageSize / 4)
    let long = String(Self.object.dropLast()) + #","x":"\#(padding)"}"# + "\n"
    let short = Self.object + "\n"
    let content = String(repeating: long, count: 8) + String(repeating: short, count: 5_000)
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    var lengths: [Int] = []
    for try await page in try TransferFile(path: path, standardInput: 0) {
      lengths.append(page.count)
    }
    #expect(lengths.prefix(2) == [4, 4])
    #expect(lengths.reduce(0, +) == 5_008)
    let most = TransferRows.pageSize / Self.object.utf8.count + 1
    #expect(lengths.allSatisfy { (1...most).contains($0) })
  }

  @Test func `delivers the rows before a bad one first, and then stays refused`()
    async throws
  {
    try Data("\(Self.object)\n\(Self.object)\n{\n\(Self.object)\n".utf8)
      .write(to: URL(fileURLWithPath: path))
    let file = try TransferFile(path: path, standardInput: 0)
    var pages = file.makeAsyncIterator()
    #expect(try await pages.next()?.map(\.line) == [1, 2])
    for _ in 1...2 {
      await #expect(throws: Refusal.badRow(line: 3, .malformed)) { try await pages.next() }
    }
  }

  @Test func `is refused when a row is not UTF-8`() async throws {
    let bad = Data([0xFF, 0xC3, 0x28])
    let csv = Data(Self.header.utf8) + Data(Self.cells.utf8) + bad + Data(Self.cells.utf8)
    await #expect(throws: Refusal.badRow(line: 3, .notUTF8)) { try await rows(csv) }
    let json = Data("{\"id\":\"".utf8) + bad + Data("\"}\n".utf8)
    await #expect(throws: Refusal.badRow(line: 1, .notUTF8)) { try await rows(json) }
    let utf16 = try #require(Self.object.data(using: .utf16))
    await #expect(throws: Refusal.badRow(line: 1, .notUTF8)) { try await rows(utf16) }
  }

  @Test func `is refused when it was cut off inside a row, at any byte`()
    async throws
  {
    let csv = Self.header + "ab,coffee,2026-11-21T09:00:00Z,undo,-5,10,\"cd\"\n"
    for length in Self.header.utf8.count + 1..<csv.utf8.count - 1 {
      await #expect(throws: Refusal.self, "\(csv.prefix(length))") {
        try await rows(String(csv.prefix(length)))
      }
    }
    for length in 1..<Self.object.count {
      await #expect(throws: Refusal.badRow(line: 1, .malformed)) {
        try await rows(String(Self.object.prefix(length)))
      }
    }
  }

  @Test func `has no line or row longer than 1 MiB`() async throws {
    let object = Self.object.dropLast() + #","x":"\#(String(repeating: "x", count: 1_000_000))"}"#
    #expect(try await rows("\(Self.object)\n\(object)\n") == [1, 2].map(Self.row))
    let long = String(repeating: " ", count: 1 << 20) + Self.object
    await #expect(throws: Refusal.badRow(line: 2, .malformed)) {
      try await rows("\(Self.object)\n\(long)\n")
    }
    let quoted = "\"" + String(repeating: "\n", count: 1 << 20)
    await #expect(throws: Refusal.badRow(line: 3, .malformed)) {
      try await rows(Self.header + Self.cells + quoted)
    }
  }

  @Test func `never crashes the reader, whatever its bytes`() async throws {
    var random = Seed().generator
    let texts = [Self.object, Self.header + Self.cells, "[\n\(Self.object)\n]"]
    let ink = Array("{}[]\",:\\'\n\r\t -+.eE019untrufalseid\u{FEFF}é".utf8)
    for _ in 0..<3_000 {
      var bytes = Array((texts.randomElement(using: &random) ?? "").utf8)
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let from = Int.random(in: 0...bytes.count, using: &random)
        let to = min(bytes.count, from + Int.random(in: 0..<4, using: &random))
        let byte =
          Bool.random(using: &random)
          ? ink.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
        bytes.replaceSubrange(from..<to, with: [byte])
      }
      do {
        _ = try await rows(Data(bytes))
      } catch let refusal as Refusal {
        guard case .badRow(let line, _) = refusal, (1...40).contains(line) else {
          Issue.record("\(refusal) for \(bytes)")
          return
        }
      }
    }
  }
}
