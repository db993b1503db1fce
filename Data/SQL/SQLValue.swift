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
