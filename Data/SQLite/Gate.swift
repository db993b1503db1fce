internal import Domain
internal import Foundation

/// Lets one writer at a time through, of all processes that use a store.
///
/// SQLite's own waiting is unfair, and two processes that make a new store at once would disturb each
/// other. The kernel opens the gate when the process that holds it ends, however it ends.
struct Gate: Sendable {
  /// The file that is locked, beside the database.
  let path: String
  /// How long a writer waits for its turn.
  let patience: Duration

  /// Runs `body` while nobody else is inside.
  ///
  /// - Throws: `Refusal.storeBusy` once `patience` is over, `.storeReadOnly` when there is no right to
  ///   write beside the database, `.storeUnopenable` when its folder has gone, `.storeFailed`, and what
  ///   `body` throws.
  func hold<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + patience
    while true {
      let file = try opened()
      guard try lock(file, until: deadline) else {
        throw Refusal.storeBusy(cause: "another process has been writing for more than \(patience)")
      }
      if try isCurrent(file) {
        return try withExtendedLifetime(file) { try body() }
      }
    }
  }

  private func opened() throws(Refusal) -> FileDescriptor {
    let fault: String
    do {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
      let file = try FileDescriptor(opening: path, flags, mode: 0o600)
      let status = try file.status()
      guard let found = status.plantFault() else {
        // Who can open the gate can keep it shut.
        if status.isOpenToOthers { try file.setMode(0o600) }
        return file
      }
      fault = found
    } catch {
      guard error.code != ENOENT else {
        throw .storeUnopenable(cause: "its folder was moved or removed in the meantime")
      }
      let cause = "its gate: \(error.text)"
      throw error.isReadOnly ? .storeReadOnly(cause: cause) : .storeFailed(cause: cause)
    }
    throw .storeUnopenable(cause: "its gate cannot be trusted: \(fault)")
  }

  /// Waits for the lock; says `false` when it was not to be had in time.
  private func lock(_ file: borrowing FileDescriptor, until deadline: ContinuousClock.Instant)
    throws(Refusal) -> Bool
  {
    do {
      return try file.lock(until: deadline)
    } catch {
      throw .storeFailed(cause: "its gate: \(error.text)")
    }
  }

  /// Whether the locked file is still the one that others find, and not one that was replaced.
  func isCurrent(_ file: borrowing FileDescriptor) throws(Refusal) -> Bool {
    do {
      let (locked, found) = (try file.status(), try fileStatus(at: path))
      return locked.st_ino == found?.st_ino && locked.st_dev == found?.st_dev
    } catch {
      throw .storeFailed(cause: "its gate: \(error.text)")
    }
  }
}
