internal import CSQLite
internal import Domain
internal import Platform

/// The file of a store, checked without opening it as a database.
struct StoreFile: Sendable {
  /// The absolute path without symbolic links, so that every process uses the same lock file.
  let path: String

  /// The file at `path`, which need not exist yet.
  ///
  /// - Throws: `Refusal.store(.misplaced)`, `.store(.closed)`, `.store(.unopenable)`.
  init(_ path: String) throws(Refusal) {
    if let resolved = try Self.resolved(path) {
      self.path = resolved
      return
    }
    let parts = PathParts(path)
    guard !["", ".", ".."].contains(parts.name) else {
      throw .store(.misplaced(cause: "its path does not name a file"))
    }
    var link = stat()
    // Any other file was just created by another process that makes the store.
    guard lstat(path, &link) != 0 || link.kind != S_IFLNK else {
      throw .store(.misplaced(cause: "it is a symbolic link to a missing file"))
    }
    guard let folder = try Self.resolved(parts.folder) else {
      throw .store(.misplaced(cause: "its folder does not exist"))
    }
    self.path = folder == "/" ? "/" + parts.name : folder + "/" + parts.name
  }

  /// The folder that the file is in.
  var folder: String { PathParts(path).folder }

  /// Checks that the file is a store of a supported version, without changing it. Returns `false`
  /// when there is no file.
  ///
  /// - Throws: `Refusal.store(.misplaced)`, `.store(.unopenable)`, `.store(.closed)`,
  ///   `.store(.unreadable)`, `.store(.companion)`, `.store(.foreign)`, `.store(.newer)`.
  func isStore() throws(Refusal) -> Bool {
    // Before the files beside it, which belong to the same user.
    if let file = try Self.status(of: path), file.kind == S_IFREG,
      ![0, file.st_uid].contains(geteuid())
    {
      throw .store(.closed(cause: "it belongs to another user of this machine"))
    }
    try checkJournal()
    guard let status = try Self.status(of: path) else {
      try checkLog()
      return false
    }
    guard status.kind != S_IFDIR else { throw Refusal.store(.misplaced(cause: "it is a folder")) }
    if let fault = status.plantFault() { throw .store(.unopenable(cause: fault)) }
    guard status.st_size > 0 else { throw Refusal.store(.foreign(cause: "it is an empty file")) }
    let header = try header()
    // A lost block of a store reads as zeros; no other program's file begins like that.
    guard header.contains(where: { $0 != 0 }) else {
      throw .store(.damaged(cause: "its header is empty"))
    }
    guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .store(.foreign(cause: "it is not an SQLite database"))
    }
    guard Self.number(at: 68, of: header) == Schema.applicationID else {
      throw .store(.foreign(cause: "it is another program's database"))
    }
    guard Self.number(at: 60, of: header) <= Schema.version else { throw .store(.newer) }
    // SQLite opens a file of a later format read-only.
    guard header[18] <= 2, header[19] <= 2 else {
      throw .store(.damaged(cause: "its header is invalid"))
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
    guard errno == ENOENT else { throw .store(.unopenable(cause: SystemError.last.text)) }
    return nil
  }

  private func header() throws(Refusal) -> [UInt8] {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      let error = SystemError(code: sqlite3_system_errno(connection))
      throw .store(
        error.code == EACCES
          ? .unreadable(named: path, cause: error.text) : .unopenable(cause: error.text))
    }
    var header = [UInt8](repeating: 0, count: 100)
    let code = tally_sqlite3_read_header(connection, &header, Int32(header.count))
    guard code == SQLITE_OK else {
      throw .store(.failed(cause: String(cString: sqlite3_errstr(code))))
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
      if error.code == EACCES { throw .store(.closed(cause: error.text)) }
      guard error.code == ENOENT else { throw .store(.unopenable(cause: error.text)) }
      return nil
    }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else {
      throw .store(.misplaced(cause: "its full path is not UTF-8"))
    }
    return text
  }
}

/// The files beside a store that SQLite reads before the first statement. SQLite does what they
/// say, even if somebody else wrote them.
extension StoreFile {
  /// The rollback journal.
  var journal: String { path + "-journal" }

  /// Checks that rolling back the journal touches only the store.
  ///
  /// A journal may name another file, which a transaction over several databases deletes at its
  /// end. Tally makes no such transaction.
  ///
  /// - Throws: `Refusal.store(.companion)`, `.store(.unopenable)`.
  func checkJournal() throws(Refusal) {
    guard let status = try trustedStatus(of: journal), status.st_size > 0 else { return }
    let namesFile: Bool
    do throws(SystemError) {
      namesFile = try Self.namesFile(atItsEnd: journal)
    } catch {
      // Another process has just finished its transaction.
      if error.code == ENOENT { return }
      throw .store(.unopenable(cause: "its journal: \(error.text)"))
    }
    guard !namesFile else { throw companion(journal, "would delete another file") }
  }

  /// Checks that there is no write-ahead log. SQLite reads one even if the store's header does not
  /// mention it; Tally never creates one.
  ///
  /// - Throws: `Refusal.store(.companion)`, `.store(.unopenable)`.
  func checkLog() throws(Refusal) {
    for log in ["-wal", "-shm"].map({ path + $0 }) where try trustedStatus(of: log) != nil {
      throw companion(log, "was made by another program")
    }
  }

  private func trustedStatus(of path: String) throws(Refusal) -> stat? {
    guard let status = try Self.status(of: path) else { return nil }
    if let fault = status.plantFault() { throw companion(path, "cannot be trusted: \(fault)") }
    return status
  }

  private func companion(_ path: String, _ cause: String) -> Refusal {
    .store(.companion(name: PathParts(path).name, cause: cause))
  }

  /// Whether a journal ends with a file name. The name is followed by its length, a checksum and
  /// eight bytes that end no other part of a journal.
  private static func namesFile(atItsEnd journal: String) throws(SystemError) -> Bool {
    let file = try FileDescriptor(opening: journal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let size = Int(try file.status().st_size)
    guard size > 16 else { return false }
    let end = try file.read(16, from: size - 16)
    let length = end.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return end.suffix(8) == [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] && length > 0
  }
}
