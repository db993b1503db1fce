extension Records {
  /// Each row as an object on a line of its own.
  public var jsonLines: [String] {
    let names = fields.map(quoted)
    return rows.map { row in
      let members = zip(names, row).map { "\($0):\(json($1))" }
      return "{\(members.joined(separator: ","))}"
    }
  }

  /// All rows as the lines of one document: an array with an object on each line.
  public var jsonDocument: [String] {
    var document = JSONDocument()
    return document.lines(of: self) + document.end
  }
}

/// A document of JSON that is written page by page: an array with an object on each line.
public struct JSONDocument: Sendable {
  /// The last object so far, which gets a comma when another one follows.
  private var last: String?

  /// A document with nothing in it.
  public init() {}

  /// The lines that the next rows lead to.
  public mutating func lines(of records: Records) -> [String] {
    var objects = records.jsonLines
    guard let next = objects.popLast() else { return [] }
    defer { last = next }
    return [last.map { $0 + "," } ?? "["] + objects.map { $0 + "," }
  }

  /// The lines after all rows.
  public var end: [String] { last.map { [$0, "]"] } ?? ["[]"] }
}

private func json(_ value: Records.Value) -> String {
  switch value {
  case .text(let text): quoted(text)
  case .integer(let number): String(number)
  case .null: "null"
  }
}

/// As a string of JSON (RFC 8259). What a terminal would obey or nobody would see is escaped too,
/// because a document may end up on a terminal.
private func quoted(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
  if isPlain { return "\"\(text)\"" }
  let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
    if scalar == "\"" || scalar == "\\" { result += "\\" }
    result.unicodeScalars.append(scalar)
  }
  return "\"\(escaping(escaped) { UTF16.encode($0).map { $0.map(escape).joined() } ?? "" })\""
}

private func escape(_ unit: UInt16) -> String {
  let digits = String(unit, radix: 16)
  return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
}
