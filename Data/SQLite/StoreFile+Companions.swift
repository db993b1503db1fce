internal import Domain
internal import Foundation

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
  /// - Throws: `Refusal.storeCompanion`, `.storeUnopenable`.
  func checkJournal() throws(Refusal) {
    guard let status = try trustedStatus(of: journal), status.st_size > 0 else { return }
    let namesFile: Bool
    do throws(SystemError) {
      namesFile = try Self.namesFile(atItsEnd: journal)
    } catch {
      // Another process has just finished its transaction.
      if error.code == ENOENT { return }
      throw .storeUnopenable(cause: "its journal: \(error.text)")
    }
    guard !namesFile else { throw companion(journal, "would delete another file") }
  }

  /// Checks that there is no write-ahead log. SQLite reads one even if the store's header does not
  /// mention it; Tally never creates one.
  ///
  /// - Throws: `Refusal.storeCompanion`, `.storeUnopenable`.
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
    .storeCompanion(name: PathParts(path).name, cause: cause)
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
