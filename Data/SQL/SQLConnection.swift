internal import Domain

/// A connection to a database, in the transaction in which a method of a store does its work.
///
/// What Tally does with a database is written over this protocol, once for every engine. It is generic, so that no
/// value of a long history is boxed.
protocol SQLConnection {
  /// What a statement finds.
  associatedtype Row: SQLRow

  /// Runs a statement, which is compiled once for each connection.
  func run(_ sql: String, _ parameters: [any SQLConvertible]) throws

  /// The first row of what a statement finds.
  func row(_ sql: String, _ parameters: [any SQLConvertible]) throws -> Row?

  /// All rows of what a statement finds.
  func rows(_ sql: String, _ parameters: [any SQLConvertible]) throws -> [Row]

  /// Reads the rows of what a statement finds one after the other, for as long as `body` returns true.
  func scan(_ sql: String, _ parameters: [any SQLConvertible], _ body: (Row) throws -> Bool) throws

  /// How many rows the last statement changed.
  var changedRows: Int { get }

  /// Whether a statement failed because something is there already that may be there only once.
  static func isNotUnique(_ error: any Error) -> Bool
}

extension SQLConnection {
  /// The first column of the first row of what a statement finds; `nil` also when that is NULL.
  func value<Value: SQLConvertible>(_ sql: String, _ parameters: [any SQLConvertible]) throws
    -> Value?
  {
    try row(sql, parameters).flatMap { try $0.value(0) }
  }

  /// Inserts a row, and returns the number that the statement says is its own.
  func insert(_ sql: String, _ parameters: [any SQLConvertible]) throws -> Int64 {
    guard let number: Int64 = try value(sql, parameters) else {
      throw Refusal.storeDamaged(cause: "a new row has no number")
    }
    return number
  }
}

/// A row of what a statement finds.
protocol SQLRow {
  /// The value of a column.
  func sqlValue(_ index: Int) -> SQLValue
}

extension SQLRow {
  /// The value of a column.
  ///
  /// - Throws: `Refusal.storeDamaged` when it is of another type, which SQLite lets through in a damaged file.
  func value<Value: SQLConvertible>(_ index: Int) throws -> Value {
    guard let value = Value(sqlValue: sqlValue(index)) else {
      throw Refusal.storeDamaged(cause: "a column has a value of another type")
    }
    return value
  }

  /// The moment in a column.
  func timestamp(_ index: Int) throws -> Timestamp {
    Timestamp(milliseconds: try value(index))
  }
}

/// A value of a statement's parameter or of a column.
enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  /// No column of Tally's has one, but a damaged file may.
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// What can be a parameter of a statement, and can be read from a column.
protocol SQLConvertible {
  /// The value as a database has it.
  var sqlValue: SQLValue { get }

  /// The value that a column has, or `nil` when that is of another type.
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
