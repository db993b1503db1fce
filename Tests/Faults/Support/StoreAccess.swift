import Doubles

@testable import Data

/// A store's file in the hands of a test, past all that the program would do.
struct StoreAccess {
  private let store: SQLiteStore

  /// Opens what is there already.
  init(_ path: String) throws { store = try SQLiteStore(path: path, clock: ManualClock()) }

  /// Runs SQL in no transaction but its own.
  func run(_ sql: String) throws {
    try store.queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// The first column of what SQL finds.
  func values(_ sql: String) throws -> [String] {
    try store.queue.unsafeRead { try String.fetchAll($0, sql: sql) }
  }

  /// The tables and indexes, as they were made.
  var schema: [String] {
    get throws { try values("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name") }
  }
}
