internal import CSQLite
internal import Domain
internal import Platform

/// An error of SQLite.
struct SQLiteError: Error {
  /// The extended result code.
  let code: Int32
  let message: String

  /// An error with this result code, and SQLite's sentence for it if there is no message.
  init(code: Int32, message: String? = nil) {
    self.code = code
    self.message = message ?? String(cString: sqlite3_errstr(code))
  }

  /// The result code without what extends it.
  var primaryCode: Int32 { code & 0xFF }

  /// Whether another connection was in the way.
  var isBusy: Bool { primaryCode == SQLITE_BUSY }

  /// The message and the code, after the name of the operation.
  func cause(during name: String) -> String {
    "\(name): \(message) (SQLite \(code))"
  }
}

extension Refusal {
  /// Converts an error of the store to a refusal; `name` is the transaction's name.
  init(_ error: any Error, during name: String) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as SQLiteError: self = Self.store(error, during: name)
    case let error as SystemError: self = .store(.failed(cause: error.text))
    default: self = .store(.failed(cause: "\(name): \(error)"))
    }
  }

  private static func store(_ error: SQLiteError, during name: String) -> Refusal {
    // Two of these causes are shown without --verbose, so they have no operation and no code.
    let (cause, text) = (error.cause(during: name), error.message)
    if error.code == SQLITE_READONLY | 4 << 8 {
      return .store(.unopenable(cause: "its file was moved or removed in the meantime"))
    }
    return switch error.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: .store(.busy(cause: cause))
    case SQLITE_READONLY, SQLITE_PERM: .store(.readOnly(cause: cause))
    case SQLITE_CANTOPEN: .store(.unopenable(cause: text))
    // The header said before that it is a store. All statements match the schema, so an SQL error
    // means a different schema. Constraints that valid input can violate are caught elsewhere.
    case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_CONSTRAINT:
      .store(.damaged(cause: cause))
    default: .store(.failed(cause: text))
    }
  }
}
