internal import Domain

/// Comma-separated values (RFC 4180, with line feeds), written and read.
///
/// A spreadsheet would calculate a text that looks like a formula. Such a text gets a leading apostrophe, and so
/// does one that begins with an apostrophe; reading takes it away again.
struct CSV {
  /// What the columns mean; `nil` for those that mean nothing here.
  private let columns: [Record.Field?]

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")

  /// What begins a text that some spreadsheet would calculate, and the apostrophe itself. Some spreadsheets take
  /// the full-width signs for the others.
  private static func isGuarded(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\t", "\r", "'", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}

extension CSV {
  /// Rows with these fields.
  init(fields: [Record.Field]) {
    columns = fields
  }

  /// The line of headings.
  var header: String { columns.map { $0?.rawValue ?? "" }.joined(separator: ",") }

  /// A row as a line; a missing value is an empty cell.
  func line(_ record: Record) -> String {
    var line = ""
    for (index, field) in columns.enumerated() {
      if index > 0 { line += "," }
      switch field.flatMap({ record[$0] }) {
      case .text(let text): line += Self.cell(text)
      case .number(let digits): line += digits
      case .boolean, nil: break
      }
    }
    return line
  }

  /// A tab is a separator too to a spreadsheet that is not told otherwise.
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == comma || byte == quote || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func cell(_ text: String) -> String {
    let text = text.unicodeScalars.first.map(isGuarded) == true ? "'" + text : text
    guard text.utf8.contains(where: needsQuotes) else { return text }
    let doubled = text.unicodeScalars.reduce(into: "") { result, scalar in
      result.unicodeScalars.append(scalar)
      if scalar == "\"" { result += "\"" }
    }
    return "\"\(doubled)\""
  }
}

extension CSV {
  /// The columns that a line of headings names, in any order.
  ///
  /// - Throws: `Refusal.badRow` when it is malformed, lacks a column or has one twice.
  init(header: LineReader.Line) throws(Refusal) {
    guard let cells = Self.cells(of: header.bytes) else {
      throw .badRow(line: header.number, .malformed)
    }
    columns = cells.map { Record.Field(rawValue: $0) }.map {
      $0.flatMap { Record.Field.ofRows.contains($0) ? $0 : nil }
    }
    for field in Record.Field.ofRows {
      let count = columns.count { $0 == field }
      guard count == 1 || count == 0 && field.isOptional else {
        throw .badRow(line: header.number, .field(field.rawValue))
      }
    }
  }

  /// The row that a line holds.
  ///
  /// - Throws: `Refusal.badRow`.
  func record(_ line: LineReader.Line) throws(Refusal) -> Record {
    guard let cells = Self.cells(of: line.bytes), cells.count == columns.count,
      line.isEnded || Self.cannotBeCutOff(line.bytes)
    else { throw .badRow(line: line.number, .malformed) }
    var record = Record()
    for (field, cell) in zip(columns, cells) {
      guard let field, !cell.isEmpty else { continue }
      record[field] = field.isNumber ? .number(cell) : .text(Self.text(of: cell))
    }
    return record
  }

  /// Without a line end, only an empty or a quoted last cell shows that nothing of it is missing.
  private static func cannotBeCutOff(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.last == comma || bytes.last == quote
  }

  private static func text(of cell: String) -> String {
    let rest = cell.unicodeScalars.dropFirst()
    guard cell.unicodeScalars.first == "'", let first = rest.first, isGuarded(first) else {
      return cell
    }
    return String(rest)
  }

  /// The cells of a line, or `nil` when it is malformed.
  private static func cells(of line: ArraySlice<UInt8>) -> [String]? {
    var cells: [String] = []
    var rest = line
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
