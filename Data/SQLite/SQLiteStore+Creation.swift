internal import Domain
internal import Platform

extension SQLiteStore {
  /// Opens the store at `path`, and creates or migrates it first if needed.
  ///
  /// - Returns: its file and the gate. Both lanes are connected to it, which may be one.
  static func open(
    _ path: String, writer: SQLiteLane, reader: SQLiteLane, patience: Duration
  ) throws -> (path: String, gate: Gate) {
    let file = try StoreFile(path)
    let gate = Gate(path: file.path + ".gate", patience: patience)
    if try !file.isStore() {
      try gate.hold {
        if try !file.isStore() { try create(file) }
      }
    }
    file.closeToOthers()
    let isCurrent = try read(through: gate) {
      try writer.connect(to: file.path)
      if reader !== writer { try reader.connect(to: file.path) }
      return try writer.once { database in try database.reading { try Self.isCurrent(database) } }
    }
    if !isCurrent { try commit("migrate", in: writer, through: gate) { try migrate($0) } }
    return (file.path, gate)
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
      guard Platform.rename(path, file.path) == 0 else { throw SystemError.last }
      try syncFolder(file.folder)
    } catch let error as SystemError where error.isReadOnly {
      throw Refusal.store(.readOnly(cause: error.text))
    }
  }

  private static func build(_ path: String) throws {
    let database = try SQLiteConnection(toStore: path)
    try database.execute("BEGIN IMMEDIATE; PRAGMA application_id = \(Schema.applicationID)")
    try migrate(database)
    try database.execute("COMMIT")
  }

  /// Applies the missing migrations; must be called in a transaction.
  static func migrate(_ database: SQLiteConnection) throws {
    let version = try version(of: database)
    guard version < Schema.version else { return }
    for migration in Schema.migrations[Int(version)...] {
      try database.execute(migration)
    }
    if version < Schema.versionOfMarks { try UndoMarks.recountImports(in: database) }
    try database.execute("PRAGMA user_version = \(Schema.version)")
    try Schema.verify(database)
  }

  /// Whether the store needs no migration.
  ///
  /// - Throws: `Refusal.store(.damaged)` when its schema is not Tally's.
  static func isCurrent(_ database: SQLiteConnection) throws -> Bool {
    guard try version(of: database) == Schema.version else { return false }
    try Schema.verify(database)
    return true
  }

  /// The version of the store's schema.
  static func version(of database: SQLiteConnection) throws -> Int32 {
    let version = try database.value("PRAGMA user_version", []) ?? Int32(0)
    guard version >= 0 else { throw Refusal.store(.damaged(cause: "its version is \(version)")) }
    guard version <= Schema.version else { throw Refusal.store(.newer) }
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
