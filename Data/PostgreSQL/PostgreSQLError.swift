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

  /// The state of an error of a new connection.
  static let unconnected = "08001"

  /// Another server has taken the place of the one that was connected to.
  static let oldPrimary = PostgreSQLError(
    kind: .refused, state: "25006", message: "an old primary answered, which nobody may use")

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
    case Refusal.storeDamaged(let cause): self = .database(.damaged, cause: cause)
    case let refusal as Refusal: self = refusal
    case let error as PostgreSQLError: self = Self.store(error, during: name)
    case is Overtaken: self = .storeBusy(cause: "\(name): others changed the same all the time")
    default: self = .storeFailed(cause: "\(name): \(error)")
    }
  }

  private static func store(_ error: PostgreSQLError, during name: String) -> Refusal {
    let cause = error.cause(during: name)
    if error.kind == .late { return .storeBusy(cause: cause) }
    if error.state == PostgreSQLError.unconnected {
      let refusal = Refusal(connecting: error)
      // It was reachable before, and may be again.
      if case .database(.unreachable, _) = refusal { return .storeFailed(cause: error.message) }
      return refusal
    }
    if error.isConflict { return .storeBusy(cause: cause) }
    return switch error.state {
    case "53300", "55P03", "57P03": .storeBusy(cause: cause)
    case "25006": .database(.readOnly, cause: cause)
    case "42501": .database(.tooFewRights, cause: error.message)
    case _ where error.state.hasPrefix("XX"), _ where error.state.hasPrefix("42"),
      _ where error.state.hasPrefix("23"):
      .database(.damaged, cause: cause)
    default: .storeFailed(cause: error.message)
    }
  }
}

extension Refusal {
  /// Converts the error of a new connection. PostgreSQL gives no code for it, so a server that
  /// speaks another language than English is told as one that does not answer, with its own words.
  init(connecting error: PostgreSQLError) {
    // Most of several hosts may be standbys, so that a server is read-only explains least.
    let reasons: [(text: Regex<Substring>, refusal: (String) -> Refusal)] = [
      (/too many (?:clients|connections)/, Refusal.storeBusy),
      (/remaining connection slots/, Refusal.storeBusy),
      (/the database system is\b/, Refusal.storeBusy),
      (/authentication failed/, { .database(.loginRefused, cause: $0) }),
      (/no password supplied/, { .database(.loginRefused, cause: $0) }),
      (/no pg_hba\.conf entry/, { .database(.loginRefused, cause: $0) }),
      (/is not permitted to log in/, { .database(.loginRefused, cause: $0) }),
      (/permission denied for database/, { .database(.tooFewRights, cause: $0) }),
      (/role ".*" does not exist/, { .database(.loginRefused, cause: $0) }),
      (/database ".*" does not exist/, { .database(.missing, cause: $0) }),
      (/session is read-only/, { .database(.readOnly, cause: $0) }),
      (/server is in hot standby mode/, { .database(.readOnly, cause: $0) }),
    ]
    let message = error.message
    self =
      if message.hasPrefix("invalid ") {
        PostgreSQLAddress.invalid(message)
      } else {
        reasons.first { message.contains($0.text) }?.refusal(message)
          ?? .database(.unreachable, cause: message)
      }
  }
}
