internal import Domain
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

extension Refusal {
  /// Converts an error of the store to a refusal; `name` is the transaction's name.
  init(_ error: any Error, during name: String) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as DatabaseError: self = Self.store(error, during: name)
    case let error as SystemError: self = .storeFailed(cause: error.text)
    case let error as RowDecodingError: self = .storeDamaged(cause: "\(name): \(error)")
    default: self = .storeFailed(cause: "\(name): \(error)")
    }
  }

  private static func store(_ error: DatabaseError, during name: String) -> Refusal {
    // Two of these causes are shown without --verbose, so they have no operation and no code.
    let (cause, text) = (error.cause(during: name), error.message ?? "an unknown error")
    if error.extendedResultCode == .SQLITE_READONLY_DBMOVED {
      return .storeUnopenable(cause: "its file was moved or removed in the meantime")
    }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .storeBusy(cause: cause)
    case .SQLITE_READONLY, .SQLITE_PERM: .storeReadOnly(cause: cause)
    case .SQLITE_CANTOPEN: .storeUnopenable(cause: text)
    case .SQLITE_NOTADB: .storeForeign(cause: cause)
    // All statements match the schema, so an SQL error means a different schema. Constraints that
    // valid input can violate are caught elsewhere.
    case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT: .storeDamaged(cause: cause)
    default: .storeFailed(cause: text)
    }
  }
}

extension DatabaseError {
  /// SQLite's message and extended error code.
  func cause(during name: String) -> String {
    "\(name): \(message ?? "no message") (SQLite \(extendedResultCode.rawValue))"
  }
}
