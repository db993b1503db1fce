internal import Domain

/// An error of PostgreSQL or of the connection to it.
struct PostgreSQLError: Error {
  /// What is known about the statement.
  enum Kind: Equatable {
    /// The server refused it.
    case refused
    /// The server ended the connection, or it was lost.
    case lost
    /// The server did not answer in time; the connection was dropped.
    case late
  }

  let kind: Kind
  /// The SQLSTATE; empty if the server gave none.
  let state: String
  let message: String

  /// Whether a rule of the schema was violated by what another transaction did meanwhile. What the
  /// store itself writes never violates one.
  var isRace: Bool { ["23505", "23503"].contains(state) }

  /// Whether another connection to the same servers may do it: this one is lost, or leads to a
  /// server that became a standby or shuts down.
  var isOfConnection: Bool {
    kind == .lost || state == "25006" || state.hasPrefix("57P0") || state.hasPrefix("08")
  }

  /// Whether the transaction was rolled back to let another one finish.
  var isConflict: Bool { ["40001", "40P01"].contains(state) }

  /// The message and code, with the transaction's name.
  func cause(during name: String) -> String {
    "\(name): \(message)" + (state.isEmpty ? "" : " (PostgreSQL \(state))")
  }
}

extension Refusal {
  /// Converts an error of a PostgreSQL store to a refusal; `name` is the transaction's name.
  init(postgreSQL error: any Error, during name: String) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as PostgreSQLError: self = Self.store(error, during: name)
    case is Overtaken: self = .storeBusy(cause: "\(name): others changed the same all the time")
    default: self = .storeFailed(cause: "\(name): \(error)")
    }
  }

  private static func store(_ error: PostgreSQLError, during name: String) -> Refusal {
    let cause = error.cause(during: name)
    if error.kind == .late { return .storeBusy(cause: cause) }
    if error.isConflict { return .storeBusy(cause: cause) }
    return switch error.state {
    case "53300", "55P03", "57P03": .storeBusy(cause: cause)
    case "25006": .storeReadOnly(cause: cause)
    case "42501": .storeUnopenable(cause: "its role has too few rights: \(error.message)")
    case _ where error.state.hasPrefix("XX"), _ where error.state.hasPrefix("42"),
      _ where error.state.hasPrefix("23"):
      .storeDamaged(cause: cause)
    default: .storeFailed(cause: error.message)
    }
  }
}
