public import Domain
internal import Synchronization

extension SQLiteStore {
  /// Checks that a change could be saved now, without making one.
  ///
  /// - Throws: what saving a change would throw, as far as it shows before the commit.
  public func checkWriting() async throws(Refusal) { try await writeAndTakeBack() }
}

extension PostgreSQLStore {
  /// Checks that a change could be saved now, without making one.
  ///
  /// - Throws: what saving a change would throw, as far as it shows before the commit.
  public func checkWriting() async throws(Refusal) { try await writeAndTakeBack() }
}

extension SQLStore {
  /// Writes a row and takes it back. Nobody who watches the store is woken.
  fileprivate func writeAndTakeBack() async throws(Refusal) {
    let attempt = WritingAttempt()
    do {
      try await write("check writing") { database, now in
        let name = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        try database.run(
          "INSERT INTO throttles (name_digest, tries, last_try) VALUES (?, 0, ?)",
          [name, now.milliseconds])
        attempt.isWritten.store(true, ordering: .releasing)
        throw TakenBack()
      }
    } catch {
      guard attempt.isWritten.load(ordering: .acquiring) else { throw error }
    }
  }
}

private final class WritingAttempt: Sendable {
  let isWritten = Atomic(false)
}

/// Ends the transaction, so that what it wrote is taken back.
private struct TakenBack: Error {}
