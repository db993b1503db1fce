internal import CSQLite
internal import Domain
internal import Foundation

/// The file of a store, checked without opening it as a database.
struct StoreFile: Sendable {
  /// The absolute path without symbolic links, so that every process uses the same lock file.
  let path: String

  /// The file at `path`, which need not exist yet.
  ///
  /// - Throws: `Refusal.storeUnopenable` when the path is unusable.
  init(_ path: String) throws(Refusal) {
    if let resolved = try Self.resolved(path) {
      self.path = resolved
      return
    }
    let parts = PathParts(path)
    guard !["", ".", ".."].contains(parts.name) else {
      throw .storeUnopenable(cause: "its path does not name a file")
    }
    var link = stat()
    // Any other file was just created by another process that makes the store.
    guard lstat(path, &link) != 0 || link.kind != S_IFLNK else {
      throw .storeUnopenable(cause: "it is a symbolic link to a missing file")
    }
    guard let folder = try Self.resolved(parts.folder) else {
      throw .storeUnopenable(cause: "its folder does not exist")
    }
    self.path = folder == "/" ? "/" + parts.name : folder + "/" + parts.name
  }

  /// The folder that the file is in.
  var folder: String { PathParts(path).folder }

  /// Checks that the file is a store of a supported version, without changing it. Returns `false`
  /// when there is no file.
  ///
  /// - Throws: `Refusal.storeUnopenable`, `.storeClosed`, `.storeCompanion`, `.storeForeign`,
  ///   `.storeNewer`.
  func isStore() throws(Refusal) -> Bool {
    // Before the files beside it, which belong to the same user.
    if let file = try Self.status(of: path), file.kind == S_IFREG,
      ![0, file.st_uid].contains(geteuid())
    {
      throw .storeClosed(cause: "it belongs to another user of this machine")
    }
    try checkJournal()
    guard let status = try Self.status(of: path) else {
      try checkLog()
      return false
    }
    guard status.kind != S_IFDIR else { throw Refusal.storeUnopenable(cause: "it is a folder") }
    if let fault = status.plantFault() { throw .storeUnopenable(cause: fault) }
    guard status.st_size > 0 else { throw Refusal.storeForeign(cause: "it is an empty file") }
    let header = try header()
    // A lost block of a store reads as zeros; no other program's file begins like that.
    guard header.contains(where: { $0 != 0 }) else {
      throw .storeDamaged(cause: "its header is empty")
    }
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .storeForeign(cause: "it is not an SQLite database")
    }
    guard Self.number(at: 68, of: header) == Schema.applicationID else {
      throw .storeForeign(cause: "it is another program's database")
    }
    guard Self.number(at: 60, of: header) <= Schema.version else { throw .storeNewer }
    // SQLite opens a file of a later format read-only.
    guard header[18] <= 2, header[19] <= 2 else {
      throw .storeDamaged(cause: "its header is invalid")
    }
    try checkLog()
    return true
  }

  /// Removes the permissions of other users, which a copied file may have.
  func closeToOthers() {
    for path in [path, journal] {
      guard let status = try? Self.status(of: path), status.isOpenToOthers else { continue }
      // If the owner may not change the mode, other users can do little harm either.
      chmod(path, status.st_mode & 0o700)
    }
  }

  /// The result of `lstat`, or `nil` when nothing is at the path.
  static func status(of path: String) throws(Refusal) -> stat? {
    var status = stat()
    if lstat(path, &status) == 0 { return status }
    guard errno == ENOENT else { throw .storeUnopenable(cause: SystemError.last.text) }
    return nil
  }

  private func header() throws(Refusal) -> [UInt8] {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      let error = SystemError(code: sqlite3_system_errno(connection))
      throw .storeUnopenable(cause: error.text)
    }
    var header = [UInt8](repeating: 0, count: 100)
    let code = tally_sqlite3_read_header(connection, &header, Int32(header.count))
    guard code == SQLITE_OK else {
      throw .storeFailed(cause: String(cString: sqlite3_errstr(code)))
    }
    return header
  }

  private static func number(at offset: Int, of header: [UInt8]) -> Int32 {
    header[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
  }

  /// The path without symbolic links, or `nil` when nothing is there.
  private static func resolved(_ path: String) throws(Refusal) -> String? {
    guard let resolved = realpath(path, nil) else {
      let error = SystemError.last
      if error.code == EACCES { throw .storeClosed(cause: error.text) }
      guard error.code == ENOENT else { throw .storeUnopenable(cause: error.text) }
      return nil
    }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else {
      throw .storeUnopenable(cause: "its full path is not UTF-8")
    }
    return text
  }
}
