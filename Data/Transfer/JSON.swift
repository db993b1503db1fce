internal import Domain

/// Reads and writes JSON objects (RFC 8259), one per line.
struct JSON {
  private let fields: [Record.Field]

  /// Creates a format with these fields.
  init(fields: [Record.Field]) {
    self.fields = fields
  }

  /// A row as an object; a missing value is `null`.
  func object(_ record: Record) -> String {
    var object = "{"
    for (index, field) in fields.enumerated() {
      if index > 0 { object += "," }
      object += "\"\(field.rawValue)\":"
      switch record[field] {
      case .text(let text): object += Self.string(text)
      case .number(let digits): object += digits
      case .boolean(let isTrue): object += "\(isTrue)"
      case nil: object += "null"
      }
    }
    return object + "}"
  }

  /// The record in a line with one object.
  ///
  /// - Throws: `Refusal.badRow`.
  static func record(_ line: LineReader.Line, _ names: FieldNames) throws(Refusal) -> Record {
    var scanner = JSONScanner(line)
    let record = try scanner.object(names)
    guard scanner.isAtEnd() else { throw .badRow(line: line.number, .malformed) }
    return record
  }

  /// Escapes invisible characters and those that control a terminal too, because a document may be
  /// printed on a terminal.
  private static func string(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return "\"\(text)\"" }
    let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    let shown = escaped.escapingInvisible { UTF16.encode($0).map { $0.map(escape).joined() } ?? "" }
    return "\"\(shown)\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
