internal import Domain

/// A result of libpq, freed with the object.
final class PostgreSQLResult {
  private let library: Libpq
  private let result: Libpq.Pointer

  init(_ result: Libpq.Pointer, of library: Libpq) {
    self.result = result
    self.library = library
  }

  deinit { library.clear(result) }

  /// The error, if it is one.
  var error: PostgreSQLError? {
    let status = library.resultStatus(result)
    guard status != LibpqCode.commandDone, status != LibpqCode.rows else { return nil }
    let severity = field(LibpqCode.severity)
    let message =
      field(LibpqCode.message) ?? library.resultErrorMessage(result).map { String(cString: $0) }
    return PostgreSQLError(
      kind: severity == "ERROR" ? .refused : .lost, state: field(LibpqCode.state) ?? "",
      message: message ?? "an unknown error")
  }

  /// Whether it comes after the results of all statements of a pipeline.
  var endsPipeline: Bool { library.resultStatus(result) == LibpqCode.endOfPipeline }

  /// The command that was done, which may differ from the statement: COMMIT of a failed transaction
  /// is a ROLLBACK.
  var command: String {
    library.commandStatus(result).map { String(cString: $0) } ?? ""
  }

  /// The number of rows that the statement changed.
  var changedRows: Int {
    library.commandTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// The number of rows.
  var count: Int32 { library.rowCount(result) }

  /// A row.
  ///
  /// - Throws: `Refusal.store(.damaged)` for a column of a type that Tally does not use.
  func row(_ index: Int32) throws -> SQLRow {
    SQLRow(
      values: try (0..<library.columnCount(result)).map { try value(row: index, column: $0) })
  }

  private func field(_ code: Int32) -> String? {
    library.resultErrorField(result, code).map { String(cString: $0) }
  }

  private func value(row: Int32, column: Int32) throws -> SQLValue {
    guard library.isNull(result, row, column) == 0, let start = library.value(result, row, column)
    else { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: start, count: Int(library.length(result, row, column)))
    switch library.columnType(result, column) {
    case PostgreSQLType.int8, PostgreSQLType.int4, PostgreSQLType.int2, PostgreSQLType.bool:
      let isNegative = bytes.count > 1 && bytes.first ?? 0 > 127
      return .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
    case PostgreSQLType.text, PostgreSQLType.name:
      return .text(String(decoding: bytes, as: UTF8.self))
    case PostgreSQLType.bytea: return .blob(Array(bytes))
    case let type: throw Refusal.store(.damaged(cause: "a column has the type \(type)"))
    }
  }
}

/// The numbers (OID) of PostgreSQL's types.
enum PostgreSQLType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let float8: UInt32 = 701
}
