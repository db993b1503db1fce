internal import Dispatch
public import Domain
internal import Platform
internal import Synchronization

/// Reads and writes Tally's JSON and CSV, for output, export and import.
///
/// It writes page by page, so that memory use does not grow with the number of rows.
/// `rows(ofFile:)` reads what it writes.
public struct TransferCodec: Sendable {
  private let format: TransferFormat
  /// The last object of a document so far; it gets a comma if another one follows.
  private var last: String?
  private var isBegun = false

  /// Creates a codec for one output.
  public init(_ format: TransferFormat) {
    self.format = format
  }

  /// The lines for the next results, preceded by the header on the first call. All results of one
  /// codec have the same kind.
  public mutating func lines(of results: Results) -> [String] {
    defer { isBegun = true }
    switch format {
    case .csv:
      let csv = CSV(fields: results.fields)
      return (isBegun ? [] : [csv.header]) + results.records.map(csv.line)
    case .jsonLines: return objects(of: results)
    case .jsonDocument:
      var objects = objects(of: results)
      guard let next = objects.popLast() else { return [] }
      defer { last = next }
      return [last.map { $0 + "," } ?? "["] + objects.map { $0 + "," }
    }
  }

  /// The lines that end the output.
  public func end() -> [String] {
    switch format {
    case .csv, .jsonLines: []
    case .jsonDocument: last.map { [$0, "]"] } ?? ["[]"]
    }
  }

  private func objects(of results: Results) -> [String] {
    results.records.map(JSON(fields: results.fields).object)
  }

  /// Reads the rows of a file or FIFO, or of `standardInput` for `-`, which stays open. The format
  /// is detected from the content; `form` says how a file from another program differs.
  ///
  /// Memory use is constant for a file of any length; a row has at most 1 MiB. Invalid UTF-8 counts
  /// as a malformed row, so that the refusal names its line.
  ///
  /// - Throws: `Refusal.input(.unreadable)`, also for a folder or a device.
  public static func rows(
    ofFile path: String, form: ImportForm = ImportForm(), standardInput: Int32 = 0
  ) throws(Refusal) -> any TransferSource {
    try TransferFile(path: path, form: form, standardInput: standardInput)
  }
}

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
      let cause = error.code == ENODEV ? "it is a device" : error.text
      throw .input(.unreadable(name: name, cause: cause))
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
