internal import Dispatch
public import Domain
internal import Synchronization

extension PostgreSQLStore: TransferRepository {
  public func importRows(
    _ pages: some ImportPages, isTrial: Bool, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary {
    // Other writers do not wait for a page.
    let thread = threads == .dedicated ? DispatchQueue(label: "tally.store.importing") : nil
    let stage = PostgreSQLStage(
      to: address, patience: patience, clock: clock, session: session)
    try await Self.perform(on: thread) { try stage.open() }
    for try await page in pages {
      try await Self.perform(on: thread) { try stage.append(page) }
    }
    return try await Self.perform(on: thread) { try stage.takeIn(isTrial: isTrial, saved: saved) }
  }

  private static func perform<Value: Sendable>(
    on thread: DispatchQueue?, _ work: @escaping @Sendable () throws -> Value
  ) async throws(Refusal) -> Value {
    @Sendable func result() -> Result<Value, Refusal> {
      Result(catching: work).mapError { Refusal(postgreSQL: $0, during: "import") }
    }
    guard let thread else { return try result().get() }
    return try await withCheckedContinuation { continuation in
      thread.async { continuation.resume(returning: result()) }
    }.get()
  }

  /// Checks the schema, and what the database cannot check by itself, including every entry of
  /// every history.
  ///
  /// - Returns: the problems found.
  public func faults() async throws(Refusal) -> [StoreFault] {
    let schema = try await writer.perform("check") {
      let place = $0.place
      let faults = try PostgreSQLSchema.differences(of: $0).map { StoreFault.damaged($0) }
      guard place.encoding != DatabasePlace.usableEncoding else { return faults }
      return faults + [
        .damaged("the database's encoding is \(place.encoding), which cannot store every name")
      ]
    }
    do {
      return try await schema
        + read("check") { connection, _ in
          try connection.waiting(upTo: Self.longPatience) {
            try connection.identityFaults() + connection.strangers() + connection.nameFaults()
              + connection.historyFaults()
          }
        }
    } catch .store(.database(.damaged, let cause)) {
      return schema + [.damaged(cause)]
    }
  }
}

/// A connection of its own for the rows of an import. They wait in temporary tables, which end with
/// it.
final class PostgreSQLStage: Sendable {
  private let address: PostgreSQLAddress
  private let patience: Duration
  private let clock: any Clock
  private let session: Session
  private let state: Mutex<(connection: PostgreSQLConnection?, rows: StagedRows)>

  init(
    to address: PostgreSQLAddress, patience: Duration, clock: any Clock, session: Session
  ) {
    self.address = address
    self.patience = patience
    self.clock = clock
    self.session = session
    state = Mutex((nil, StagedRows(of: session.user.username)))
  }

  /// Connects, checks the session and creates the tables.
  func open() throws {
    try state.withLock { [address, patience, session, clock] state in
      let connection = try PostgreSQLConnection(address, patience: patience)
      try connection.reading { _ = try connection.check(session, at: clock.now) }
      let text = "TEXT COLLATE \"C\""
      try connection.execute(
        StagedRows.tables(integer: "BIGINT", text: text, identifier: text, options: ""))
      state.connection = connection
    }
  }

  /// Appends rows.
  func append(_ page: [ImportRow]) throws {
    try state.withLock { state in
      let connection = try Self.present(state.connection)
      try connection.execute("BEGIN")
      try state.rows.append(page, in: connection)
      try connection.execute("COMMIT")
    }
  }

  /// Imports all rows in one transaction, again when another transaction was in the way.
  func takeIn(isTrial: Bool, saved: @escaping @Sendable (Int64) -> Void) throws -> ImportSummary {
    try state.withLock { [session, clock] state in
      let connection = try Self.present(state.connection)
      defer { state.connection = nil }
      try connection.execute(
        "ANALYZE staged_counters; ANALYZE staged_makings; ANALYZE numbered_rows")
      var attempts = PostgreSQLAttempts()
      while true {
        do {
          return try connection.writing("import", upTo: PostgreSQLStore.longPatience) {
            try connection.takeIn(isTrial: isTrial, in: session, at: clock.now, saved: saved)
          }
        } catch let trial as ImportTrial {
          return trial.summary
        } catch {
          guard !connection.isBroken, attempts.isNextUseful(after: error) else { throw error }
        }
        attempts.pause()
      }
    }
  }

  private static func present(_ connection: PostgreSQLConnection?) throws -> PostgreSQLConnection {
    guard let connection else {
      throw Refusal.store(.failed(cause: "the connection of the import was lost"))
    }
    return connection
  }
}
