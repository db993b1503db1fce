extension Records {
  /// The line of headings.
  public var csvHeader: String { fields.joined(separator: ",") }

  /// Each row as comma-separated values (RFC 4180, but for the line ends); a missing value is an empty
  /// cell.
  ///
  /// A spreadsheet would calculate a text that begins like a formula. Such a text gets an apostrophe
  /// before it, and so does one that begins with an apostrophe, so that an import can take it away.
  public var csvRows: [String] {
    rows.map { row in row.map(cell).joined(separator: ",") }
  }
}

private func cell(_ value: Records.Value) -> String {
  switch value {
  case .text(let text): quoted(isRisky(text) ? "'" + text : text)
  case .integer(let number): String(number)
  case .null: ""
  }
}

private func isRisky(_ text: String) -> Bool {
  guard let first = text.unicodeScalars.first else { return false }
  // Some spreadsheets take the full-width signs for the others.
  return "=+-@\t\r'＝＋－＠".unicodeScalars.contains(first)
}

private func quoted(_ text: String) -> String {
  // A tab is a separator too to a spreadsheet that is not told otherwise.
  guard text.utf8.contains(where: { ",\"\n\r\t".utf8.contains($0) }) else { return text }
  let doubled = text.unicodeScalars.reduce(into: "") { result, scalar in
    result.unicodeScalars.append(scalar)
    if scalar == "\"" { result += "\"" }
  }
  return "\"\(doubled)\""
}
