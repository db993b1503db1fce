internal import Domain
internal import Foundation

/// The files beside a store that SQLite looks for before anybody asks it for anything. What stands in them
/// it does, whoever wrote them.
extension StoreFile {
  /// What a transaction is rolled back from.
  var journal: String { path + "-journal" }

  /// Makes sure that rolling the journal back touches nothing but the store.
  ///
  /// A journal may name one more file, which belongs to a transaction over several databases and is
  /// deleted in the end. Tally makes no such transaction.
  ///
  /// - Throws: `Refusal.storeCompanion`, `.storeUnopenable`.
  func checkJournal() throws(Refusal) {
    guard let status = try trustedStatus(of: journal), status.st_size > 0 else { return }
    let namesFile: Bool
    do throws(SystemError) {
      namesFile = try Self.namesFile(atItsEnd: journal)
    } catch {
      // Another process has just ended its transaction.
      if error.code == ENOENT { return }
      throw .storeUnopenable(cause: "its journal: \(error.text)")
    }
    guard !namesFile else { throw companion(journal, "would delete another file") }
  }

  /// Makes sure that there is no write-ahead log. SQLite takes one over whatever the store's header says;
  /// Tally makes none.
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

  /// Whether the name of a file is the last thing in a journal: after the name its length, a sum and eight
  /// bytes that no other part of a journal ends with.
  private static func namesFile(atItsEnd journal: String) throws(SystemError) -> Bool {
    let file = try FileDescriptor(opening: journal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let size = Int(try file.status().st_size)
    guard size > 16 else { return false }
    let end = try file.read(16, from: size - 16)
    let length = end.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return end.suffix(8) == [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] && length > 0
  }
}
