internal import Domain

/// A connection to a database, inside a transaction of the store.
///
/// The store's statements are written for this protocol, once for every engine. It is generic, so
/// that no value of a long history is boxed.
protocol SQLConnection {
  /// Runs a statement, which is compiled once per connection.
  func run(_ sql: String, _ parameters: [any SQLConvertible]) throws

  /// Runs a statement, at the latest before the next one. That one may throw its error.
  func runLater(_ sql: String, _ parameters: [any SQLConvertible]) throws

  /// The first row of a query.
  func row(_ sql: String, _ parameters: [any SQLConvertible]) throws -> SQLRow?

  /// All rows of a query.
  func rows(_ sql: String, _ parameters: [any SQLConvertible]) throws -> [SQLRow]

  /// Reads the rows of a query one by one, while `body` returns true.
  func scan(_ sql: String, _ parameters: [any SQLConvertible], _ body: (SQLRow) throws -> Bool)
    throws

  /// The number of rows that the last statement changed.
  var changedRows: Int { get }

  /// Whether other transactions may write at the same time. Then a write has to lock the rows that
  /// it reads first and writes later.
  var locksRows: Bool { get }

  /// What the changes of the present transaction share; `nil` if there is only one.
  var group: ChangeGroup? { get }

  /// Whether the store belongs to who uses the connection: its file, or its tables.
  var isOwners: Bool { get throws }

  /// Lets the present write take long, because it changes a whole history.
  ///
  /// - Throws: an error, if other writes wait for this connection. The engine then does the write on
  ///   another one.
  func beginLongWork() throws

  /// Checks what the engine's indexes could get wrong about a counter's history.
  ///
  /// - Throws: `Refusal.store(.damaged)`.
  func checkIndex(of access: Access) throws

  /// The condition that the text or UUID in a column `uid` is a UUID.
  static var isUUID: String { get }

  /// Whether an error is a violated uniqueness constraint.
  static func isNotUnique(_ error: any Error) -> Bool
}

extension SQLConnection {
  /// The first column of the first row of a query; `nil` also for NULL.
  func value<Value: SQLConvertible>(_ sql: String, _ parameters: [any SQLConvertible]) throws
    -> Value?
  {
    try row(sql, parameters).flatMap { try $0.value(0) }
  }

  /// Inserts a row and returns its number, as selected by the statement.
  func insert(_ sql: String, _ parameters: [any SQLConvertible]) throws -> Int64 {
    guard let number: Int64 = try value(sql, parameters) else {
      throw Refusal.store(.damaged(cause: "a new row has no id"))
    }
    return number
  }
}

/// A row of a query.
struct SQLRow {
  /// The values of the columns.
  let values: [SQLValue]

  /// The value of a column.
  ///
  /// - Throws: `Refusal.store(.damaged)` for a value of another type, which a damaged SQLite file may
  ///   contain.
  func value<Value: SQLConvertible>(_ index: Int) throws -> Value {
    guard let value = Value(sqlValue: values[index]) else {
      throw Refusal.store(.damaged(cause: "a column has a value of the wrong type"))
    }
    return value
  }

  /// The moment in a column.
  func timestamp(_ index: Int) throws -> Timestamp {
    Timestamp(milliseconds: try value(index))
  }
}

/// A value of a parameter or a column.
enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  /// Used by no column of Tally, but possible in a damaged file.
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// 16 bytes, which an engine may store as text.
  case uuid([UInt8])
}

/// A type that can be a parameter or be read from a column.
protocol SQLConvertible {
  /// The value for the database.
  var sqlValue: SQLValue { get }

  /// The value of a column, or `nil` for another type.
  init?(sqlValue: SQLValue)
}

extension SQLValue: SQLConvertible {
  var sqlValue: SQLValue { self }

  init?(sqlValue: SQLValue) { self = sqlValue }
}

extension SQLConvertible where Self: FixedWidthInteger & SignedInteger {
  var sqlValue: SQLValue { .integer(Int64(self)) }

  init?(sqlValue: SQLValue) {
    guard case .integer(let number) = sqlValue else { return nil }
    self.init(exactly: number)
  }
}

extension Int: SQLConvertible {}
extension Int32: SQLConvertible {}
extension Int64: SQLConvertible {}

extension String: SQLConvertible {
  var sqlValue: SQLValue { .text(self) }

  init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self = text
  }
}

extension [UInt8]: SQLConvertible {
  var sqlValue: SQLValue { .blob(self) }

  init?(sqlValue: SQLValue) {
    guard case .blob(let bytes) = sqlValue else { return nil }
    self = bytes
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  var sqlValue: SQLValue { self?.sqlValue ?? .null }

  init?(sqlValue: SQLValue) {
    if case .null = sqlValue {
      self = .none
    } else {
      guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
      self = .some(value)
    }
  }
}
