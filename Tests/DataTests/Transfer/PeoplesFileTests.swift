import Data
import Domain
import Doubles
import Foundation
import Testing

/// Files that people have from other programs.
@Suite(.limited) struct `A file from another program` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(_ content: String, _ form: ImportForm = ImportForm()) async throws
    -> [RawTransferRow]
  {
    let path = folder.file("rows")
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    return try await allRows(of: TransferCodec.rows(ofFile: path, form: form))
  }

  /// The rows as text, with times in UTC.
  private func texts(_ content: String, _ form: ImportForm = ImportForm()) async throws -> [String]
  {
    try await rows(content, form).map { "\($0.name) \($0.time.rfc3339) \($0.change)" }
  }

  private static let expected = ["coffee 2026-11-21T09:00:00Z 5"]

  @Test(
    arguments: [
      "2026-11-21 09:00", "2026-11-21T09:00", "2026-11-21 09:00:00", "2026-11-21T09:00:00",
      "2026-11-21t09:00:00Z", "2026-11-21 10:00:00+01:00",
    ])
  func `may have every absolute form of a time`(_ time: String) async throws {
    #expect(try await texts("name,time,change\ncoffee,\(time),5\n") == Self.expected)
    #expect(
      try await texts("{\"name\":\"coffee\",\"time\":\"\(time)\",\"change\":5}\n") == Self.expected)
  }

  @Test func `has times of the person's zone where they name none, and the same ids in any zone`()
    async throws
  {
    let file = "name,time,change\ncoffee,2026-11-21,5\ncoffee,2026-11-21 09:00,1\n"
    let east = ImportForm(
      calendar: FixedCalendar(timeZone: TimeZone(secondsFromGMT: 7_200) ?? .gmt))
    #expect(
      try await texts(file, east)
        == ["coffee 2026-11-20T22:00:00Z 5", "coffee 2026-11-21T07:00:00Z 1"])
    #expect(try await rows(file, east).map(\.id) == rows(file).map(\.id))
    #expect(try await rows(file).allSatisfy { Change.ID($0.id).isMade })
  }

  /// Files that were imported before must keep their ids.
  @Test func `has the ids of earlier versions where its times name a zone`() async throws {
    let ids = try await rows(
      "name,time,change\ncoffee,2026-11-21T09:00:00Z,5\ncoffee,2026-11-21T10:00:00+01:00,5\n"
    ).map(\.id)
    #expect(
      ids == [
        "37134748-ac2d-8042-8d26-1970b398824e", "3a7c95f8-52de-8921-bb55-7d6f0b1be63f",
      ])
  }

  @Test(
    arguments: [
      "name;time;change\ncoffee;2026-11-21 09:00;5\n",
      "name\ttime\tchange\ncoffee\t2026-11-21 09:00\t5\n",
      "NAME,Time,cHANGE\r\ncoffee,2026-11-21 09:00,5\r\n",
      "\u{FEFF}\"Name\";\"Time\";\"Change\"\r\n\"coffee\";\"2026-11-21 09:00\";5\r\n",
      "name, time, change\ncoffee,2026-11-21 09:00,5\n",
      "time,room,name,change\n2026-11-21 09:00,\"a, b\",coffee,5\n,,,\n ,,,\n",
      "name,time,change\ncoffee,2026-11-21 09:00,5",
    ])
  func `may have other separators, headers in any case, and what spreadsheets add`(
    _ content: String
  ) async throws {
    #expect(try await texts(content) == Self.expected)
  }

  @Test func `may have other headers`() async throws {
    let form = ImportForm(columns: [.name: "Habit", .time: "Date", .change: "Value"])
    for content in [
      "Date;habit;name;VALUE\n2026-11-21 09:00;coffee;Ada;5\n",
      "{\"Habit\":\"coffee\",\"Date\":\"2026-11-21 09:00\",\"Value\":5,\"name\":\"Ada\"}\n",
    ] {
      #expect(try await texts(content, form) == Self.expected)
    }
    await #expect(throws: Refusal.badRow(line: 1, .field("name"))) {
      try await texts("name,time,change\ncoffee,2026-11-21 09:00,5\n", form)
    }
  }

  @Test func `may name no counter, if the person does`() async throws {
    let form = ImportForm(counter: "coffee")
    for content in [
      "time,change\n2026-11-21 09:00,5\n", "name,time,change\n,2026-11-21 09:00,5\n",
      "{\"time\":\"2026-11-21 09:00\",\"change\":5}\n",
    ] {
      #expect(try await texts(content, form) == Self.expected)
      await #expect(throws: Refusal.self) { try await texts(content) }
    }
    #expect(
      try await texts("name,time,change\ntea,2026-11-21 09:00,5\n", form)
        == ["tea 2026-11-21T09:00:00Z 5"])
  }

  @Test(
    arguments: [
      "2026-11-21 09:00\n2026-11-22\n2026-11-22\n", "2026-11-21 09:00\n\n2026-11-22\n2026-11-22",
      "Time\r\n2026-11-21 09:00\r\n2026-11-22\r\n2026-11-22\r\n",
      "\"2026-11-21 09:00\"\n\"2026-11-22\"\n\"2026-11-22\"\n",
    ])
  func `may be a list of times alone, each of which counts 1`(_ content: String) async throws {
    let found = try await rows(content, ImportForm(counter: "door"))
    #expect(
      found.map(\.time.rfc3339).sorted() == [
        "2026-11-21T09:00:00Z", "2026-11-22T00:00:00Z", "2026-11-22T00:00:00Z",
      ])
    #expect(found.map(\.change) == [1, 1, 1] && Set(found.map(\.name)) == ["door"])
    #expect(Set(found.map(\.id)).count == 3)
    // However the person spells the counter, the changes are the same.
    #expect(try await rows(content, ImportForm(counter: "Door")).map(\.id) == found.map(\.id))
    await #expect(throws: Refusal.self) { try await rows(content) }
  }

  @Test func `is refused with what is wrong in a row`() async {
    for (content, fault) in [
      ("name,time,change\ncoffee,2026-11-21,\n", .emptyField("change")),
      ("name,time,change\ncoffee,2026-11-21\n", .fields(2, expected: 3)),
      ("name,time,change\ncoffee,2026-11-21,5,6\n", .fields(4, expected: 3)),
      ("name,time,change\ncof\"fee,2026-11-21,5\n", .quote),
      ("name,time,change\n\"coffee,2026-11-21,5\n", .quote),
      ("2026-11-20\n2026-11-21,5\n", .fields(2, expected: 1)),
      ("{}\n{}\n", .field("time")),
    ] as [(String, RowFault)] {
      let line = content.hasPrefix("{") ? 1 : 2
      await #expect(throws: Refusal.badRow(line: line, fault), "\(content)") {
        try await rows(content, ImportForm(counter: content.hasPrefix("20") ? "door" : nil))
      }
    }
    for (value, shown) in [("\"2\"", "\"2\""), ("true", "true"), ("2.0", "2.0")] {
      let row = "{\"name\":\"a\",\"time\":\"2026-11-21\",\"change\":\(value)}\n"
      await #expect(throws: Refusal.badRow(line: 1, .field("change", value: shown)), "\(value)") {
        try await rows(row)
      }
    }
  }

  @Test(
    arguments: [
      ("name,time,change\ncoffee,21.11.2026,5\n", 2, "time", "21.11.2026"),
      ("name,time,change\ncoffee,09:00,5\n", 2, "time", "09:00"),
      ("name,time,change\ncoffee,2026-02-30,5\n", 2, "time", "2026-02-30"),
      ("name,time,change\ncoffee,2026-11-21,5\ntea,2026-11-21,five\n", 3, "change", "five"),
      ("name,time,change\ncoffee,2026-11-21,1.5\n", 2, "change", "1.5"),
      ("2026-02-30\n2026-11-21\n", 1, "time", "2026-02-30"), ("09:00\n", 1, "time", "09:00"),
      ("name,date,change\n", 1, "time", nil), ("name,time\tchange\n", 1, "time", nil),
      ("{\"name\":\"a\",\"time\":\"noon\",\"change\":5}\n", 1, "time", "noon"),
    ] as [(String, Int, String, String?)])
  func `is refused with the line, the field and the value`(
    content: String, line: Int, field: String, value: String?
  ) async {
    await #expect(throws: Refusal.badRow(line: line, .field(field, value: value))) {
      try await rows(content)
    }
  }
}
