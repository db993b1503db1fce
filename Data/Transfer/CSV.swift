internal import Domain

/// Reads and writes comma-separated values (RFC 4180, with line feeds).
///
/// A text that looks like a formula gets a leading apostrophe, so that no spreadsheet evaluates it.
/// So does a text that begins with an apostrophe. Reading removes it.
struct CSV {
  /// The field of each column; `nil` for unknown columns.
  private let columns: [Record.Field?]
  private var separator = CSV.comma
  /// Whether a line that was cut off cannot be told from a whole one, because the file has no ids.
  private var mayEndInRow = false

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")

  /// Whether a text that begins with this scalar needs the apostrophe. Some spreadsheets also treat
  /// the full-width signs as the beginning of a formula.
  private static func isGuarded(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\t", "\r", "'", "＝", "＋", "－", "＠": true
    default: false
    }
  }
}

extension CSV {
  /// Creates a format with these fields.
  init(fields: [Record.Field]) {
    columns = fields
  }

  /// The header line.
  var header: String { columns.map { $0?.rawValue ?? "" }.joined(separator: ",") }

  /// A row as a line; a missing value is an empty cell.
  func line(_ record: Record) -> String {
    var line = ""
    for (index, field) in columns.enumerated() {
      if index > 0 { line += "," }
      switch field.flatMap({ record[$0] }) {
      case .text(let text): line += Self.cell(text)
      case .number(let digits): line += digits
      case .boolean(let isTrue): line += "\(isTrue)"
      case nil: break
      }
    }
    return line
  }

  /// Spreadsheets often split at tabs too.
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
  /// Reads a header line with the columns in any order, between commas, semicolons or tabs.
  ///
  /// - Throws: `Refusal.badRow` when it is malformed, or a column is missing or repeated.
  init(header: LineReader.Line, _ names: FieldNames, hasCounter: Bool) throws(Refusal) {
    var found: (separator: UInt8, columns: [Record.Field?])?
    for separator in [Self.comma, UInt8(ascii: ";"), 0x09] {
      guard let cells = Self.cells(of: header.bytes, between: separator) else { continue }
      let columns = cells.map(names.field(ofHeader:))
      let known = columns.count { $0 != nil }
      if known > found?.columns.count(where: { $0 != nil }) ?? -1 { found = (separator, columns) }
    }
    guard let found else { throw .badRow(line: header.number, .quote) }
    columns = found.columns
    separator = found.separator
    mayEndInRow = !columns.contains(.id)
    for field in Record.Field.ofRows {
      let count = columns.count { $0 == field }
      guard count < 2 else { throw .badRow(line: header.number, .repeatedField(field.rawValue)) }
      let isOptional = isOptional(field, hasCounter: hasCounter) && !names.given.contains(field)
      guard count == 1 || isOptional else {
        throw .badRow(line: header.number, .field(field.rawValue))
      }
    }
  }

  /// A list of times in one column, without a header.
  static let times = {
    var times = CSV(fields: [.time])
    times.mayEndInRow = true
    return times
  }()

  /// Whether every row counts 1: there are times, perhaps with names, and nothing else.
  var countsRows: Bool { columns.allSatisfy { $0 == .time || $0 == .name } }

  private func isOptional(_ field: Record.Field, hasCounter: Bool) -> Bool {
    switch field {
    case .name: hasCounter
    case .change: countsRows
    default: field.isOptional
    }
  }

  /// Whether a column holds the field.
  func has(_ field: String) -> Bool { columns.contains { $0?.rawValue == field } }

  /// Whether a line has nothing but separators, as spreadsheets write empty rows.
  func isEmpty(_ line: LineReader.Line) -> Bool {
    columns.count > 1 && line.bytes.allSatisfy { $0 == separator || $0 == 0x20 }
  }

  /// The record in a line.
  ///
  /// - Throws: `Refusal.badRow`.
  func record(_ line: LineReader.Line) throws(Refusal) -> Record {
    guard let cells = Self.cells(of: line.bytes, between: separator) else {
      throw .badRow(line: line.number, .quote)
    }
    guard cells.count == columns.count else {
      throw .badRow(line: line.number, .fields(cells.count, expected: columns.count))
    }
    guard line.isEnded || mayEndInRow || cannotBeCutOff(line.bytes) else {
      throw .badRow(line: line.number, .malformed)
    }
    var record = Record()
    if countsRows { record[.change] = .number("1") }
    for (field, cell) in zip(columns, cells) {
      guard let field, !cell.isEmpty else { continue }
      record[field] = field.isNumber ? .number(cell) : .text(Self.text(of: cell))
    }
    return record
  }

  /// Without a line end, the last cell is known to be complete only if it is empty or quoted.
  private func cannotBeCutOff(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.last == separator || bytes.last == Self.quote
  }

  private static func text(of cell: String) -> String {
    let rest = cell.unicodeScalars.dropFirst()
    guard cell.unicodeScalars.first == "'", let first = rest.first, isGuarded(first) else {
      return cell
    }
    return String(rest)
  }

  /// The cells of a line; `nil` for a wrong quotation mark, and when it is not UTF-8.
  private static func cells(of line: ArraySlice<UInt8>, between comma: UInt8) -> [String]? {
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
