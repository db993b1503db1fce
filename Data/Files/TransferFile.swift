public import Domain
internal import Foundation
internal import Synchronization

/// The rows of a file: JSON with an object a line, an array of such lines, or CSV with a line of
/// headings; told from the content.
///
/// Memory stays flat however long the file is; no row is longer than 1 MiB. What is not UTF-8 is a
/// malformed row, so that the refusal names its line.
public final class TransferFile: TransferSource {
  private let rows: Mutex<TransferRows>

  /// The rows of a file or FIFO, or, for `-`, of what `standardInput` reads, which stays open.
  ///
  /// - Throws: `Refusal.inputFile`, also for a folder and for a device.
  public init(path: String, standardInput: Int32 = 0) throws(Refusal) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "The standard input" : path
    do throws(SystemError) {
      let file =
        isStandardInput
        ? try FileDescriptor(duplicating: standardInput) : try Self.open(path)
      guard try file.status().kind != S_IFDIR else { throw SystemError(code: EISDIR) }
      rows = Mutex(TransferRows(RecordReader(file, name: name)))
    } catch {
      throw .inputFile(name: name, cause: error.text)
    }
  }

  public func next() throws(Refusal) -> RawTransferRow? {
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
