internal import Dispatch
internal import Domain
internal import Foundation
internal import Synchronization

/// The rows of an imported file, page by page. A separate thread reads it, because a pipe may block
/// for a long time.
final class TransferFile: AsyncSequence, Sendable {
  typealias Failure = Refusal

  private let rows: Mutex<TransferRows>
  private let thread = DispatchQueue(label: "tally.transfer.reading")

  init(path: String, form: ImportForm = ImportForm(), standardInput: Int32) throws(Refusal) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "The standard input" : path
    do throws(SystemError) {
      let file =
        isStandardInput
        ? try FileDescriptor(duplicating: standardInput) : try Self.open(path)
      guard try file.status().kind != S_IFDIR else { throw SystemError(code: EISDIR) }
      rows = Mutex(TransferRows(LineReader(file, name: name), form))
    } catch {
      throw .inputFailed(name: name, cause: error.text)
    }
  }

  /// Continues where the previous iterator stopped.
  func makeAsyncIterator() -> Iterator { Iterator(file: self) }

  struct Iterator: AsyncIteratorProtocol {
    let file: TransferFile

    func next(isolation actor: isolated (any Actor)?) async throws(Refusal) -> [RawTransferRow]? {
      let page: Result<[RawTransferRow]?, Refusal> = await withCheckedContinuation { answer in
        file.thread.async { [file] in answer.resume(returning: file.page()) }
      }
      return try page.get()
    }
  }

  private func page() -> Result<[RawTransferRow]?, Refusal> {
    rows.withLock { rows in
      do throws(Refusal) { return .success(try rows.page()) } catch { return .failure(error) }
    }
  }

  /// Checks the type before opening, because opening a device can have side effects.
  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    guard let status = try fileStatus(at: path) else { throw SystemError(code: ENOENT) }
    guard [S_IFREG, S_IFIFO, S_IFDIR].contains(status.kind) else {
      throw SystemError(code: ENODEV)
    }
    return try FileDescriptor(opening: path, O_RDONLY)
  }
}
