internal import Foundation
internal import GRDB

extension Database: SQLConnection {
  func run(_ sql: String, _ parameters: [any SQLConvertible]) throws {
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(sql: parameters))
  }

  func row(_ sql: String, _ parameters: [any SQLConvertible]) throws -> Row? {
    try Row.fetchOne(
      cachedStatement(sql: sql), arguments: StatementArguments(sql: parameters))
  }

  func rows(_ sql: String, _ parameters: [any SQLConvertible]) throws -> [Row] {
    try Row.fetchAll(
      cachedStatement(sql: sql), arguments: StatementArguments(sql: parameters))
  }

  func scan(_ sql: String, _ parameters: [any SQLConvertible], _ body: (Row) throws -> Bool)
    throws
  {
    let rows = try Row.fetchCursor(
      cachedStatement(sql: sql), arguments: StatementArguments(sql: parameters))
    while let row = try rows.next() {
      guard try body(row) else { return }
    }
  }

  var changedRows: Int { changesCount }

  static func isNotUnique(_ error: any Error) -> Bool {
    (error as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
  }
}

extension Row: SQLRow {
  func sqlValue(_ index: Int) -> SQLValue {
    switch (self[index] as DatabaseValue).storage {
    case .null: .null
    case .int64(let number): .integer(number)
    case .double(let number): .real(number)
    case .string(let text): .text(text)
    case .blob(let bytes): .blob([UInt8](bytes))
    }
  }
}

extension StatementArguments {
  fileprivate init(sql parameters: [any SQLConvertible]) {
    self.init(
      parameters.map { parameter in
        switch parameter.sqlValue {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
      } as [DatabaseValue])
  }
}
