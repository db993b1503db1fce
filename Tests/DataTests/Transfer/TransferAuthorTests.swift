import Domain
import Doubles
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `Authors and identifiers in the file of an import` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let object =
    #"{"id":"a","name":"coffee","time":"2026-11-21T09:00:00Z","kind":"change","change":5}"#

  private func rows(_ content: String) async throws -> [RawTransferRow] {
    let path = folder.file("rows")
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    return try await allRows(of: TransferCodec.rows(ofFile: path))
  }

  @Test func `names who made each change`() async throws {
    let csv = try await rows(
      "id,name,time,kind,change,by\na,coffee,2026-11-21T09:00:00Z,change,5,bea\n"
        + "b,coffee,2026-11-21T09:00:00Z,change,5,\n")
    #expect(csv.map(\.by) == ["bea", nil])
    let json = try await rows(Self.object.dropLast() + #","by":"a former member"}"#)
    #expect(json.map(\.by) == ["a former member"])
  }

  @Test func `needs no identifiers: equal rows get different ones, and the same ones again`()
    async throws
  {
    let row = "coffee,2026-11-21T09:00:00Z,5\n"
    let file = "name,time,change\n" + row + row + "tea,2026-11-21T09:00:00Z,5\n" + row
    let found = try await rows(file)
    #expect(found.map(\.kind) == Array(repeating: .change, count: 4))
    #expect(found.map(\.name) == ["coffee", "coffee", "tea", "coffee"])
    #expect(Set(found.map(\.id)).count == 4)
    #expect(found.allSatisfy { UUID(uuidString: $0.id)?.uuidString.lowercased() == $0.id })
    #expect(try await rows(file) == found)
    let longer = try await rows(file + row + "coffee,2026-11-21T09:00:00Z,6\n")
    #expect(longer.prefix(4) == found[...])
    #expect(Set(longer.map(\.id)).count == 6)
    let object = #"{"name":"coffee","time":"2026-11-21T09:00:00Z","change":5}"#
    #expect(try await rows(object).map(\.id) == [found[0].id])
  }

  @Test(arguments: ["id,name,time,change\na", "name,time,kind,change\na", "name,time,of,change\nx"])
  func `needs both an identifier and a kind, or neither`(beginning: String) async throws {
    let parts = beginning.split(separator: "\n")
    let cells = parts[0].split(separator: ",").map { heading in
      switch heading {
      case "time": "2026-11-21T09:00:00Z"
      case "change": "5"
      case "kind": "change"
      default: "a"
      }
    }
    await #expect(throws: Refusal.self) {
      try await rows("\(parts[0])\n\(cells.joined(separator: ","))\n")
    }
  }
}
