internal import Domain

/// Makes rows of records, whatever the format.
struct TransferRows: ~Copyable {
  private enum Format {
    case jsonLines
    case jsonArray(Expectation)
    case csv(CSVRows)
  }

  /// What comes next in an array of objects.
  private enum Expectation {
    case beginning, rowOrEnd, row, end, nothing
  }

  private var records: RecordReader
  private var format: Format?

  /// The rows that the records hold.
  init(_ records: consuming RecordReader) {
    self.records = records
  }

  /// The next row, or `nil` behind the last.
  ///
  /// - Throws: `Refusal.badRow`, `.inputFile`.
  mutating func next() throws(Refusal) -> RawTransferRow? {
    while let record = try nextRecord() {
      let row: RawTransferRow?
      if let format {
        row = try self.row(record, in: format)
      } else {
        row = try firstRow(record)
      }
      if let row { return row }
    }
    switch format {
    case nil, .jsonLines, .csv, .jsonArray(.nothing): return nil
    case .jsonArray: throw .badRow(line: records.line, .malformed)
    }
  }

  /// Tells the format from the file's first record, and the row that this one holds unless it is a
  /// line of headings.
  private mutating func firstRow(_ record: RecordReader.Record) throws(Refusal) -> RawTransferRow? {
    let format = try Self.format(for: record)
    self.format = format
    if case .csv = format { return nil }
    return try row(record, in: format)
  }

  private mutating func row(_ record: RecordReader.Record, in format: Format) throws(Refusal)
    -> RawTransferRow?
  {
    switch format {
    case .jsonLines: try Self.object(record)
    case .jsonArray(let expectation): try element(record, expecting: expectation)
    case .csv(let rows): try rows.row(record)
    }
  }

  /// The next record that is not blank.
  private mutating func nextRecord() throws(Refusal) -> RecordReader.Record? {
    let isCSV = if case .csv = format { true } else { false }
    while let record = try records.next(quoting: isCSV) {
      if Self.firstInk(of: record) != nil { return record }
    }
    return nil
  }

  private static func firstInk(of record: RecordReader.Record) -> UInt8? {
    record.bytes.first { !" \t\r".utf8.contains($0) }
  }

  /// The format of a file that begins with the record.
  private static func format(for record: RecordReader.Record) throws(Refusal) -> Format {
    switch firstInk(of: record) {
    case UInt8(ascii: "{"): .jsonLines
    case UInt8(ascii: "["): .jsonArray(.beginning)
    default: .csv(try CSVRows(header: record))
    }
  }

  private static func object(_ record: RecordReader.Record) throws(Refusal) -> RawTransferRow {
    var scanner = JSONScanner(record.bytes, line: record.line)
    let fields = try scanner.object()
    guard scanner.isAtEnd() else { throw .badRow(line: record.line, .malformed) }
    return try fields.row()
  }

  /// The row of a line of an array, if it has one, and what the next line must have.
  private mutating func element(
    _ record: RecordReader.Record, expecting expectation: Expectation
  ) throws(Refusal) -> RawTransferRow? {
    var scanner = JSONScanner(record.bytes, line: record.line)
    var expectation = expectation
    var fields: TransferFields?
    if expectation == .beginning, scanner.take("[") { expectation = .rowOrEnd }
    if expectation == .rowOrEnd || expectation == .end, scanner.take("]") {
      expectation = .nothing
    } else if expectation == .rowOrEnd || expectation == .row, !scanner.isAtEnd() {
      fields = try scanner.object()
      expectation = scanner.take(",") ? .row : scanner.take("]") ? .nothing : .end
    }
    guard scanner.isAtEnd() else { throw .badRow(line: record.line, .malformed) }
    format = .jsonArray(expectation)
    return try fields?.row()
  }
}
