internal import Domain
internal import Foundation
internal import Synchronization

/// The rows of a file that is imported, read as they are asked for.
final class TransferFile: TransferSource {
  private let rows: Mutex<TransferRows>

  init(path: String, standardInput: Int32) throws(Refusal) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "The standard input" : path
    do throws(SystemError) {
      let file =
        isStandardInput
        ? try FileDescriptor(duplicating: standardInput) : try Self.open(path)
      guard try file.status().kind != S_IFDIR else { throw SystemError(code: EISDIR) }
      rows = Mutex(TransferRows(LineReader(file, name: name)))
    } catch {
      throw .inputFailed(name: name, cause: error.text)
    }
  }

  func next() throws(Refusal) -> RawTransferRow? {
    try rows.withLock { rows throws(Refusal) in try rows.next() }
  }

  /// Looks before it opens: to open a device can be to do something to it.
  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    guard let status = try fileStatus(at: path) else { throw SystemError(code: ENOENT) }
    guard [S_IFREG, S_IFIFO, S_IFDIR].contains(status.kind) else {
      throw SystemError(code: ENODEV)
    }
    return try FileDescriptor(opening: path, O_RDONLY)
  }
}
