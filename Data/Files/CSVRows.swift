internal import Domain

/// Makes rows of the records of a file of comma-separated values (RFC 4180).
struct CSVRows {
  /// What the columns mean; `nil` for those that mean nothing here.
  private let columns: [TransferFields.Key?]

  /// The columns that a line of headings names, in any order.
  ///
  /// - Throws: `Refusal.badRow` where it is none, lacks a column or has one twice.
  init(header: RecordReader.Record) throws(Refusal) {
    guard let cells = Self.cells(of: header.bytes) else {
      throw .badRow(line: header.line, .malformed)
    }
    columns = cells.map { TransferFields.Key(rawValue: $0) }
    for key in TransferFields.Key.allCases {
      let count = columns.count { $0 == key }
      let isOptional = key == .count || key == .of
      guard count == 1 || count == 0 && isOptional else {
        throw .badRow(line: header.line, .field(key.rawValue))
      }
    }
  }

  /// The row that a record holds.
  ///
  /// - Throws: `Refusal.badRow`.
  func row(_ record: RecordReader.Record) throws(Refusal) -> RawTransferRow {
    guard let cells = Self.cells(of: record.bytes), cells.count == columns.count,
      record.isEnded || Self.cannotBeCutOff(record.bytes)
    else { throw .badRow(line: record.line, .malformed) }
    var fields = TransferFields(line: record.line)
    for (key, cell) in zip(columns, cells) {
      guard let key, !cell.isEmpty else { continue }
      fields[key] = key.isNumber ? .number(cell) : .text(Self.unescaped(cell))
    }
    return try fields.row()
  }

  /// Without a line end, only an empty or a quoted last cell shows that nothing of it is missing.
  private static func cannotBeCutOff(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.last == comma || bytes.last == quote
  }

  /// Takes away the apostrophe that keeps spreadsheets from calculating a text.
  private static func unescaped(_ text: String) -> String {
    let rest = text.unicodeScalars.dropFirst()
    guard text.unicodeScalars.first == "'", let sign = rest.first,
      "=+-@\t\r'＝＋－＠".unicodeScalars.contains(sign)
    else { return text }
    return String(rest)
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")

  /// The cells of a record, or `nil` where it is malformed.
  private static func cells(of record: ArraySlice<UInt8>) -> [String]? {
    var cells: [String] = []
    var rest = record
    while true {
      let cell: String?
      if rest.first == quote {
        cell = quotedCell(&rest)
      } else {
        let bytes = rest.prefix { $0 != comma }
        cell = bytes.contains(quote) ? nil : String(validating: bytes, as: UTF8.self)
        rest = rest[bytes.endIndex...]
      }
      guard let cell else { return nil }
      cells.append(cell)
      guard let separator = rest.popFirst() else { return cells }
      guard separator == comma else { return nil }
    }
  }

  private static func quotedCell(_ rest: inout ArraySlice<UInt8>) -> String? {
    var content: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte != quote {
        content.append(byte)
      } else if rest.first == quote {
        content.append(byte)
        rest.removeFirst()
      } else {
        return String(validating: content, as: UTF8.self)
      }
    }
    return nil
  }
}
