import Foundation
import Programs

@testable import Data

/// Another client of a database, in a transaction that holds what it locked.
struct OtherClient: Sendable {
  private let lane: PostgreSQLLane

  /// Begins a transaction with these statements.
  init(_ address: PostgreSQLAddress, holding statements: String) async throws {
    lane = PostgreSQLLane(
      to: address, patience: patience, thread: DispatchQueue(label: "test.other"))
    try await lane.perform("hold") { connection in
      try connection.execute("BEGIN")
      try connection.execute(statements)
    }
  }

  /// Ends the transaction.
  func end(_ command: String = "COMMIT") async throws {
    try await lane.perform("end") { _ = try $0.execute(command) }
  }

  /// Waits until somebody waits for what it holds.
  func isWaitedFor() async throws {
    try await lane.perform("wait") { connection in
      let waiting = """
        SELECT count(*) FROM pg_stat_activity
        WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))
        """
      // The activity is shown as it was first seen in a transaction.
      let deadline = ContinuousClock.now + patience
      while try connection.value(waiting, []) == 0 as Int64? {
        guard .now < deadline else { throw SystemError("being waited for", code: ETIMEDOUT) }
        try connection.execute("SELECT pg_stat_clear_snapshot(), pg_sleep(0.02)")
      }
    }
  }
}
