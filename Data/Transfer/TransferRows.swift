internal import Domain

/// Parses rows: JSON with one object per line, an array of such lines, or CSV with a header.
struct TransferRows: ~Copyable {
  private enum Format {
    case jsonLines
    case jsonArray(Expectation)
    case csv(CSV)
  }

  /// What may come next in an array of objects.
  private enum Expectation {
    case beginning, rowOrEnd, row, end, nothing
  }

  /// The size of a page in bytes; its last line may exceed it.
  static let pageSize = 1 << 17

  private var lines: LineReader
  private let form: ImportForm
  private let names: FieldNames
  private var identifiers = RowIdentifiers()
  private var format: Format?
  /// The bytes of this page so far.
  private var size = 0
  /// The error after the last page's rows.
  private var refusal: Refusal?

  /// Parses rows from lines.
  init(_ lines: consuming LineReader, _ form: ImportForm = ImportForm()) {
    self.lines = lines
    self.form = form
    names = FieldNames(form)
  }

  /// The next rows, or `nil` after the last. The rows before a bad row come first, because one of
  /// them may be refused for another reason.
  ///
  /// - Throws: `Refusal.badRow`, `.input(.unreadable)`.
  mutating func page() throws(Refusal) -> [RawTransferRow]? {
    if let refusal { throw refusal }
    var page: [RawTransferRow] = []
    size = 0
    do throws(Refusal) {
      while size < Self.pageSize, let row = try next() { page.append(row) }
    } catch {
      guard !page.isEmpty else { throw error }
      refusal = error
    }
    return page.isEmpty ? nil : page
  }

  private mutating func next() throws(Refusal) -> RawTransferRow? {
    while let line = try nextLine() {
      size += line.bytes.count
      let record: Record?
      do throws(Refusal) {
        record = if let format { try self.record(line, in: format) } else { try firstRecord(line) }
      } catch .badRow(let number, _) where String(validating: line.bytes, as: UTF8.self) == nil {
        throw .badRow(line: number, .notUTF8)
      }
      if let record { return try row(record, line: line.number) }
    }
    switch format {
    case nil, .jsonLines, .csv, .jsonArray(.nothing): return nil
    case .jsonArray: throw .badRow(line: lines.nextNumber, .malformed)
    }
  }

  /// The row of a record. A missing field whose column exists is an empty cell.
  private mutating func row(_ record: Record, line: Int) throws(Refusal) -> RawTransferRow {
    do throws(Refusal) {
      return try record.row(line: line, in: form, identifiers: &identifiers)
    } catch .badRow(_, .field(let field, value: nil)) {
      if case .csv(let csv) = format, csv.has(field) {
        throw .badRow(line: line, .emptyField(field))
      }
      throw .badRow(line: line, .field(field))
    }
  }

  /// Detects the format from the first line, and returns its row unless it is a header.
  private mutating func firstRecord(_ line: LineReader.Line) throws(Refusal) -> Record? {
    if isTime(line) {
      format = .csv(.times)
      return try CSV.times.record(line)
    }
    let format = try format(for: line)
    self.format = format
    if case .csv = format { return nil }
    return try record(line, in: format)
  }

  private mutating func record(_ line: LineReader.Line, in format: Format) throws(Refusal)
    -> Record?
  {
    switch format {
    case .jsonLines: try JSON.record(line, names)
    case .jsonArray(let expectation): try element(line, expecting: expectation)
    case .csv(let csv): csv.isEmpty(line) ? nil : try csv.record(line)
    }
  }

  /// The next line that is not blank.
  private mutating func nextLine() throws(Refusal) -> LineReader.Line? {
    let isCSV = if case .csv = format { true } else { false }
    while let line = try lines.next(quoting: isCSV) {
      if Self.firstInk(of: line) != nil { return line }
    }
    return nil
  }

  private static func firstInk(of line: LineReader.Line) -> UInt8? {
    line.bytes.first { !" \t\r".utf8.contains($0) }
  }

  /// Whether the first line is a time, perhaps a wrong one, in a list of times alone.
  private func isTime(_ line: LineReader.Line) -> Bool {
    guard let record = try? CSV.times.record(line), case .text(let text) = record[.time],
      names.field(ofHeader: text) == nil
    else { return false }
    return (try? form.moment(of: text)) != nil
      || text.utf8.first.map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ?? false
  }

  /// The format of a file with this first line.
  private func format(for line: LineReader.Line) throws(Refusal) -> Format {
    switch Self.firstInk(of: line) {
    case UInt8(ascii: "{"): .jsonLines
    case UInt8(ascii: "["): .jsonArray(.beginning)
    default: .csv(try CSV(header: line, names, hasCounter: form.counter != nil))
    }
  }

  /// The row of an array's line, if it has one. Updates what the next line may have.
  private mutating func element(
    _ line: LineReader.Line, expecting expectation: Expectation
  ) throws(Refusal) -> Record? {
    var scanner = JSONScanner(line)
    var expectation = expectation
    var record: Record?
    if expectation == .beginning, scanner.take("[") { expectation = .rowOrEnd }
    if expectation == .rowOrEnd || expectation == .end, scanner.take("]") {
      expectation = .nothing
    } else if expectation == .rowOrEnd || expectation == .row, !scanner.isAtEnd() {
      record = try scanner.object(names)
      expectation = scanner.take(",") ? .row : scanner.take("]") ? .nothing : .end
    }
    guard scanner.isAtEnd() else { throw .badRow(line: line.number, .malformed) }
    format = .jsonArray(expectation)
    return record
  }
}

/// Makes identifiers for rows without one. They are the same each time, so importing a file twice
/// counts once.
///
/// An identifier is computed from the row and the number of equal rows before it.
struct RowIdentifiers {
  private var counts: [UInt128: Int] = [:]

  /// The identifier of the next row: a UUID of version 8 (RFC 9562).
  ///
  /// A time without a zone is taken as written, so that the row is the same in every zone.
  mutating func next(
    name: String, time: Timestamp, written: String, change: Int64, by: String?
  ) -> String {
    let time = Timestamp(rfc3339: written) == nil ? written : "\(time.milliseconds)"
    let row = "\(name)\0\(time)\0\(change)\0\(by ?? "")"
    let key = Self.digest(of: row)
    let count = counts[key, default: 0]
    counts[key] = count + 1
    let digest = count == 0 ? key : Self.digest(of: "\(row)\0\(count)")
    let high = UInt64(digest >> 64) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
    let low = UInt64(truncatingIfNeeded: digest) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    return ChangeUID.text(ofUUID: [high, low])
  }

  /// The first half of the digest, as one number.
  private static func digest(of text: String) -> UInt128 {
    sha256(Array(text.utf8)).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }
}

/// The names that the columns of an import have.
struct FieldNames: Sendable {
  /// The fields by their names in lower case; `nil` when all have their own.
  private let fields: [String: Record.Field]?
  /// The fields whose columns the form names.
  let given: Set<Record.Field>

  /// Creates the names of a form.
  init(_ form: ImportForm) {
    given = Set(form.columns.keys.compactMap { Record.Field(rawValue: $0.rawValue) })
    guard !form.columns.isEmpty else {
      fields = nil
      return
    }
    let own = Record.Field.ofRows.filter { field in
      !form.columns.keys.contains { $0.rawValue == field.rawValue }
    }
    fields = form.columns.reduce(
      into: Dictionary(uniqueKeysWithValues: own.map { ($0.rawValue, $0) })
    ) { fields, column in
      fields[column.value.lowercased()] = Record.Field(rawValue: column.key.rawValue)
    }
  }

  /// The field in a column with this header, in any case.
  func field(ofHeader header: String) -> Record.Field? {
    var trimmed = header[...]
    while trimmed.first == " " { trimmed.removeFirst() }
    while trimmed.last == " " { trimmed.removeLast() }
    let name = trimmed.lowercased()
    guard let fields else {
      return Record.Field(rawValue: name).flatMap { Record.Field.ofRows.contains($0) ? $0 : nil }
    }
    return fields[name]
  }

  /// The field of a key in JSON.
  func field(ofKey key: String) -> Record.Field? {
    guard let fields else { return Record.Field(rawValue: key) }
    return fields[key.lowercased()]
  }
}
