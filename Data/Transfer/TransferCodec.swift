public import Domain

/// JSON and CSV as Tally writes and reads them: everything that programs get, and what is exported and imported.
///
/// It writes page by page, so that memory does not grow with how many rows there are. `rows(ofFile:)` reads what
/// it writes.
public struct TransferCodec: Sendable {
  private let format: TransferFormat
  /// The last object of a document so far, which gets a comma when another one follows.
  private var last: String?
  private var isBegun = false

  /// A codec that has written nothing yet.
  public init(_ format: TransferFormat) {
    self.format = format
  }

  /// The lines that the next results lead to, with what precedes the first of them. All results of one codec are
  /// of the same kind.
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

  /// The lines after all results.
  public func end() -> [String] {
    switch format {
    case .csv, .jsonLines: []
    case .jsonDocument: last.map { [$0, "]"] } ?? ["[]"]
    }
  }

  private func objects(of results: Results) -> [String] {
    results.records.map(JSON(fields: results.fields).object)
  }

  /// The rows of a file or FIFO that is to be imported, or, for `-`, of what `standardInput` reads, which stays
  /// open. The format is told from the content.
  ///
  /// Memory stays flat however long the file is; no row is longer than 1 MiB. What is not UTF-8 is a malformed
  /// row, so that the refusal names its line.
  ///
  /// - Throws: `Refusal.inputFailed`, also for a folder and for a device.
  public static func rows(ofFile path: String, standardInput: Int32 = 0) throws(Refusal)
    -> any TransferSource
  {
    try TransferFile(path: path, standardInput: standardInput)
  }
}
