internal import CSQLite
internal import Domain
internal import GRDB

extension SQLiteStore {
  /// How long a reader asks SQLite again and again for a moment in which nobody writes.
  static let briefWait: Duration = .milliseconds(250)

  /// Reads when nobody writes. Writers that follow each other closely, on a slow disk above all, may leave SQLite's
  /// readers no moment for as long as they go on; so the reader takes its turn among the writers then.
  ///
  /// `work` may be done several times.
  static func read<Value>(behind gate: Gate, _ work: () throws -> Value) throws -> Value {
    let deadline = ContinuousClock.now + gate.patience
    while true {
      do {
        return try work()
      } catch let error as DatabaseError where error.isBusy && ContinuousClock.now < deadline {
        do {
          return try gate.hold(work)
        } catch let error as DatabaseError where error.isBusy {
          // A program that knows no gate writes.
        } catch Refusal.storeReadOnly {
          // Whoever may not write has no turn.
        }
      }
    }
  }
}

extension DatabaseError {
  fileprivate var isBusy: Bool { resultCode == .SQLITE_BUSY }
}

extension Database {
  /// Does what waits for SQLite's locks for so long, instead of briefly.
  func waiting<Value>(upTo patience: Duration, _ body: () throws -> Value) rethrows -> Value {
    wait(patience)
    defer { wait(SQLiteStore.briefWait) }
    return try body()
  }

  private func wait(_ duration: Duration) {
    sqlite3_busy_timeout(sqliteConnection, Int32(duration / .milliseconds(1)))
  }
}
