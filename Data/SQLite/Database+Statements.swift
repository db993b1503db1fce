internal import Domain
internal import GRDB

extension Database {
  /// Runs a statement, which is compiled once for each connection.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The first column of the first row of what a statement finds.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String, _ arguments: StatementArguments
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first row of what a statement finds.
  func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// All rows of what a statement finds.
  func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }
}

extension Row {
  /// The value of a column; a value of another type, which SQLite lets through in a damaged file, is
  /// an error and not the end of the program.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws
    -> Value
  {
    try decode(Value.self, atIndex: index)
  }

  /// The moment in a column.
  func timestamp(_ index: Int) throws -> Timestamp {
    Timestamp(milliseconds: try value(index))
  }
}
