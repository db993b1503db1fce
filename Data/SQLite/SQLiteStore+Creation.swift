internal import Domain
internal import Foundation
internal import GRDB

extension SQLiteStore {
  /// Opens the store at `path`, and creates or migrates it first if needed.
  ///
  /// - Returns: the writing connection, the reading one (separate if `readsApart`), and the gate.
  static func open(_ path: String, readsApart: Bool, patience: Duration) throws
    -> (queue: DatabaseQueue, reader: DatabaseQueue, gate: Gate)
  {
    let file = try StoreFile(path)
    let gate = Gate(path: file.path + ".gate", patience: patience)
    if try !file.isStore() {
      try gate.hold {
        if try !file.isStore() { try create(file) }
      }
    }
    file.closeToOthers()
    var isCurrent = false
    let (queue, reader) = try read(through: gate) {
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      isCurrent = try queue.unsafeRead { try Self.isCurrent($0) }
      return readsApart
        ? (queue, try DatabaseQueue(path: file.path, configuration: configuration))
        : (queue, queue)
    }
    if !isCurrent {
      try gate.hold {
        try queue.writeWithoutTransaction { database in
          try database.waiting(upTo: patience) {
            try commit("migrate", in: database) { try migrate($0) }
          }
        }
      }
    }
    return (queue, reader, gate)
  }

  /// Creates a store at the path in one step, so that the file is always a complete store, even
  /// after a crash.
  ///
  /// The gate must be held.
  static func create(_ file: StoreFile) throws {
    let path = file.path + ".new"
    try removeUnfinished(path)
    do {
      try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600).sync()
      try build(path)
      try removeJournal(of: path)
      // SQLite would roll back a leftover journal of another store into this one.
      try removeJournal(of: file.path)
      try syncWay(to: file.folder)
      guard Foundation.rename(path, file.path) == 0 else { throw SystemError.last }
      try syncFolder(file.folder)
    } catch let error as SystemError where error.isReadOnly {
      throw Refusal.storeReadOnly(cause: error.text)
    }
  }

  private static func build(_ path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        try migrate(database)
        return .commit
      }
    }
    try queue.close()
  }

  /// Applies the missing migrations; must be called in a transaction.
  static func migrate(_ database: Database) throws {
    let version = try version(of: database)
    guard version < Schema.version else { return }
    for migration in Schema.migrations[Int(version)...] {
      try database.execute(sql: migration)
    }
    if version < Schema.versionOfMarks { try UndoMarks.recountImports(in: database) }
    try database.execute(sql: "PRAGMA user_version = \(Schema.version)")
    try Schema.verify(database)
  }

  /// Whether the store needs no migration.
  ///
  /// - Throws: `Refusal.storeDamaged` when its schema is not Tally's.
  static func isCurrent(_ database: Database) throws -> Bool {
    var isCurrent = false
    try database.inTransaction(.deferred) {
      isCurrent = try version(of: database) == Schema.version
      if isCurrent { try Schema.verify(database) }
      return .commit
    }
    return isCurrent
  }

  /// The version of the store's schema.
  static func version(of database: Database) throws -> Int32 {
    let version = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version >= 0 else { throw Refusal.storeDamaged(cause: "its version is \(version)") }
    guard version <= Schema.version else { throw Refusal.storeNewer }
    return version
  }

  /// Removes the files of a process that ended while it was creating the store.
  private static func removeUnfinished(_ path: String) throws {
    try remove(path)
    try removeJournal(of: path)
  }

  private static func removeJournal(of path: String) throws {
    try remove(path + "-journal")
  }

  private static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError.last }
  }
}
