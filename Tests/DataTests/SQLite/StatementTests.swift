import Domain
import Testing

@testable import Data

@Suite(.limited) struct `A statement` {
  private let database: SQLiteConnection

  init() throws {
    database = try SQLiteConnection(":memory:")
  }

  @Test(
    arguments: [
      (.null, "null"), (.integer(.min), "integer"), (.integer(.max), "integer"),
      (.real(-0.5), "real"),
      (.text(""), "text"), (.text("é\0e"), "text"), (.blob([]), "blob"), (.blob([0, 255]), "blob"),
    ] as [(SQLValue, String)])
  func `returns a value as it was bound`(value: SQLValue, type: String) throws {
    let row = try database.row("SELECT ?, typeof(?)", [value, value])
    #expect(row?.values[0] == value)
    #expect(row?.values[1] == .text(type))
  }

  @Test(arguments: [[], [1, 2]]) func `needs a value for each parameter`(values: [Int]) throws {
    #expect(throws: SQLiteError.self) {
      try database.row("SELECT ?", values)
    }
  }

  @Test func `works after it failed`() throws {
    try database.run("CREATE TABLE one (name TEXT UNIQUE)", [])
    let insert = "INSERT INTO one VALUES (?) RETURNING rowid"
    #expect(try database.insert(insert, ["ada"]) == 1)
    let error = #expect(throws: SQLiteError.self) { try database.insert(insert, ["ada"]) }
    #expect(try SQLiteConnection.isNotUnique(#require(error)))
    #expect(try database.insert(insert, ["bob"]) == 2)
  }

  @Test func `reads rows only as long as they are wanted`() throws {
    let numbers = "SELECT value FROM json_each('[1,2,3]')"
    var some: [Int] = []
    try database.scan(numbers, []) { row in
      some.append(try row.value(0))
      return some.count < 2
    }
    #expect(try database.rows(numbers, []).map { try $0.value(0) as Int } == [1, 2, 3])
    #expect(some == [1, 2])
  }
}
