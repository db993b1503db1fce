internal import CSQLite
internal import Domain
internal import GRDB

extension SQLiteStore {
  /// How long a reader polls SQLite before it waits for the gate.
  static let briefWait: Duration = .milliseconds(250)

  /// Reads while nobody writes. Writers that follow each other closely can block SQLite's readers,
  /// especially on a slow disk. Then the reader waits for the gate like a writer.
  ///
  /// `work` may be called several times.
  static func read<Value>(through gate: Gate, _ work: () throws -> Value) throws -> Value {
    let deadline = ContinuousClock.now + gate.patience
    while true {
      do {
        return try work()
      } catch let error as DatabaseError where error.isBusy && ContinuousClock.now < deadline {
        do {
          return try gate.hold(work)
        } catch let error as DatabaseError where error.isBusy {
          // A program that does not use the gate is writing.
        } catch Refusal.storeReadOnly {
          // Without the permission to write, the gate cannot be used.
        }
      }
    }
  }
}

extension DatabaseError {
  fileprivate var isBusy: Bool { resultCode == .SQLITE_BUSY }
}

extension Database {
  /// Runs `body` with this timeout for SQLite's locks, instead of a short one.
  func waiting<Value>(upTo patience: Duration, _ body: () throws -> Value) rethrows -> Value {
    wait(patience)
    defer { wait(SQLiteStore.briefWait) }
    return try body()
  }

  private func wait(_ duration: Duration) {
    sqlite3_busy_timeout(sqliteConnection, Int32(duration / .milliseconds(1)))
  }
}
