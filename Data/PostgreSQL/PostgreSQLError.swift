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
    /// No connection was made. Each server in the address may have given a SQLSTATE.
    case unconnected(states: [String])
  }

  /// Another server has taken the place of the one that was connected to.
  static let oldPrimary = PostgreSQLError(
    kind: .refused, state: "25006", message: "an old primary answered, which nobody may use")

  /// Others wait for this connection, and the write would take long. It goes on where others wait for
  /// a lock, so it has the same SQLSTATE.
  static let takesLong = PostgreSQLError(
    kind: .refused, state: "55P03", message: "it takes longer than others may wait")

  let kind: Kind
  /// The SQLSTATE; empty if the server gave none.
  let state: String
  let message: String

  init(kind: Kind, state: String, message: String) {
    (self.kind, self.state, self.message) = (kind, state, message)
  }

  /// The error of a connection that was not made, from what libpq says.
  init(connecting text: String) {
    let message = Libpq.reading(text)
    self.init(kind: .unconnected(states: message.states), state: "08001", message: message.text)
  }

  /// All SQLSTATEs that servers gave.
  var states: [String] {
    if case .unconnected(let states) = kind { states } else { [state] }
  }

  /// Whether there is no connection any more, or was none.
  var hasNoConnection: Bool {
    switch kind {
    case .lost, .unconnected: true
    case .refused, .late: false
    }
  }

  /// Whether a rule of the schema was violated by what another transaction did meanwhile. What the
  /// store itself writes never violates one.
  var isRace: Bool { ["23505", "23503"].contains(state) }

  /// Whether another connection to the same servers may do it: this one is lost, or leads to a
  /// server that became a standby or shuts down.
  var isOfConnection: Bool {
    hasNoConnection || state == "25006" || state.hasPrefix("57P0") || state.hasPrefix("08")
  }

  /// Whether the server refused a statement, and may do the transaction's others.
  var isOfOneWrite: Bool { kind == .refused && !isConflict && !isOfConnection }

  /// Whether it waited too long for what another client holds. Nothing of the statement was done.
  var isOfLock: Bool { kind == .refused && state == "55P03" }

  /// Whether it may be done later, because nothing was saved and it only took too long.
  var isOfWait: Bool { isOfLock || kind == .late || isConflict || isOfConnection }

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
    case Refusal.store(.damaged(let cause)): self = .store(.database(.damaged, cause: cause))
    case let refusal as Refusal: self = refusal
    case let error as PostgreSQLError: self = Self.store(error, during: name)
    case is Overtaken: self = .store(.busy(cause: "\(name): others changed the same all the time"))
    default: self = .store(.failed(cause: "\(name): \(error)"))
    }
  }

  private static func store(_ error: PostgreSQLError, during name: String) -> Refusal {
    let cause = error.cause(during: name)
    if error.kind == .late { return .store(.busy(cause: cause)) }
    if case .unconnected = error.kind {
      let refusal = Refusal(connecting: error)
      // It was reachable before, and may be again.
      if case .store(.database(.unreachable, _)) = refusal {
        return .store(.failed(cause: error.message))
      }
      return refusal
    }
    if error.isConflict { return .store(.busy(cause: cause)) }
    return switch error.state {
    case "53300", "55P03", "57P01", "57P02", "57P03": .store(.busy(cause: cause))
    case "22P05": .store(.database(.wrongEncoding, cause: error.message))
    case "25006": .store(.database(.readOnly, cause: cause))
    case "42501": .store(.database(.tooFewRights, cause: error.message))
    case "53100": .store(.database(.diskFull, cause: cause))
    case _ where error.state.hasPrefix("XX"), _ where error.state.hasPrefix("42"),
      _ where error.state.hasPrefix("23"):
      .store(.database(.damaged, cause: cause))
    default: .store(.failed(cause: error.message))
    }
  }
}

extension Refusal {
  /// Converts the error of a new connection.
  init(connecting error: PostgreSQLError) {
    let message = error.message
    let states: [(codes: Set<String>, refusal: (String) -> Refusal)] = [
      (["53300", "57P01", "57P02", "57P03"], { .store(.busy(cause: $0)) }),
      (["28000", "28P01"], { .store(.database(.loginRefused, cause: $0)) }),
      (["42501"], { .store(.database(.tooFewRights, cause: $0)) }),
      (["3D000"], { .store(.database(.missing, cause: $0)) }),
      (["53100"], { .store(.database(.diskFull, cause: $0)) }),
    ]
    // libpq gives no code for what it finds out itself. These texts are English on every machine,
    // because Tally sets no locale for messages. Most of several hosts may be standbys, so that a
    // server is read-only explains least.
    let texts: [(text: String, fault: DatabaseFault)] = [
      ("no password supplied", .loginRefused),
      ("server does not support SSL", .tlsFailed), ("certificate", .tlsFailed),
      ("SSL error", .tlsFailed),
      ("session is read-only", .readOnly), ("server is in hot standby mode", .readOnly),
    ]
    self =
      if let reason = states.first(where: { !$0.codes.isDisjoint(with: error.states) }) {
        reason.refusal(message)
      } else if message.hasPrefix("invalid ") {
        PostgreSQLAddress.invalid(message)
      } else if let reason = texts.first(where: { message.contains($0.text) }) {
        .store(.database(reason.fault, cause: message))
      } else {
        .store(.database(.unreachable, cause: message))
      }
  }
}
