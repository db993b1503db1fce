internal import Domain

/// A row of JSON or CSV as fields.
struct Record {
  /// The known fields.
  enum Field: String, CaseIterable {
    case id, name, time, kind, change, count, of, by, note
    case number
    case owner, role, target, today
    case atMost = "at_most", left, per
    case until, guests, places
    case weekday, since, days, average, best, streak
    case bestTime = "best_time"
    case longestStreak = "longest_streak"
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The fields of an export or import; others are ignored in an import.
    static let ofRows: [Field] = [.id, .name, .time, .kind, .change, .count, .of, .by, .note]

    /// The fields of a history.
    static let ofHistory: [Field] = [
      .id, .name, .time, .kind, .change, .count, .of, .by, .number, .note,
    ]

    /// The days of the week, from Monday on.
    static let weekdays: [Field] = [
      .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
    ]

    /// Whether a field of an import holds a number.
    var isNumber: Bool { [.change, .count].contains(self) }

    /// Whether a row of an import may lack it.
    var isOptional: Bool { [.id, .kind, .count, .of, .by, .note].contains(self) }
  }

  /// The value of a field.
  enum Value {
    case text(String)
    /// A number as decimal digits.
    case number(String)
    case boolean(Bool)

    /// The value in an error about a field that holds a number if `isNumber`. A number in JSON has
    /// no quotation marks.
    fileprivate func shown(isNumber: Bool) -> String {
      switch self {
      case .text(let text) where isNumber: "\"\(text)\""
      case .text(let text), .number(let text): text
      case .boolean(let isTrue): "\(isTrue)"
      }
    }
  }

  private var id: Value?
  private var name: Value?
  private var time: Value?
  private var kind: Value?
  private var change: Value?
  private var count: Value?
  private var of: Value?
  private var by: Value?
  private var note: Value?
  /// The fields of results alone; an export has none, and a record without them is smaller.
  private var others: [Field: Value] = [:]

  subscript(field: Field) -> Value? {
    get {
      switch field {
      case .id: id
      case .name: name
      case .time: time
      case .kind: kind
      case .change: change
      case .count: count
      case .of: of
      case .by: by
      case .note: note
      default: others[field]
      }
    }
    set {
      switch field {
      case .id: id = newValue
      case .name: name = newValue
      case .time: time = newValue
      case .kind: kind = newValue
      case .change: change = newValue
      case .count: count = newValue
      case .of: of = newValue
      case .by: by = newValue
      case .note: note = newValue
      default: others[field] = newValue
      }
    }
  }
}

extension Record {
  /// Separates an identifier from a number of changes. An identifier may have a tab before `#`.
  private static let separator: Character = "\t"

  /// The record of an exported row.
  init(_ row: TransferRow) {
    id = .text(row.id.textInFile)
    name = .text(row.name.text)
    time = .text(row.time.rfc3339)
    kind = .text(row.kind.rawValue)
    change = .number(String(row.change))
    count = .number(String(row.count))
    by = row.by.map(Value.text)
    note = row.note.map { .text($0.text) }
    of = row.of.map {
      .text($0.textInFile + (row.changes > 1 ? "\(Self.separator)\(row.changes)" : ""))
    }
  }

  /// The row for an import. Its count is ignored and may be missing; an undo, redo or revert
  /// needs a subject.
  ///
  /// - Throws: `Refusal.badRow` with the field that is missing or invalid.
  func row(line: Int, in form: ImportForm, identifiers: inout RowIdentifiers) throws(Refusal)
    -> RawTransferRow
  {
    let fields = Reader(record: self, line: line)
    let written = try fields.text(.time)
    let time: Timestamp
    do throws(Refusal) { time = try form.moment(of: written) } catch .input(.skippedTime) {
      throw .badRow(line: line, .skippedTime(written))
    } catch {
      throw fields.fault(.time)
    }
    let author = by == nil ? nil : try fields.text(.by)
    let note = note == nil ? nil : try fields.text(.note)
    let given = name == nil ? form.counter : nil
    let counter = if let given { given } else { try fields.text(.name) }
    if id == nil, kind == nil, of == nil {
      let change = try fields.number(.change)
      return RawTransferRow(
        line: line,
        id: identifiers.next(
          name: given.map(UnicodeNormalizer().key) ?? counter, time: time, written: written,
          change: change, by: author),
        name: counter, time: time, kind: .change, change: change, of: nil, by: author,
        note: note)
    }
    guard let kind = TransferRow.Kind(rawValue: try fields.text(.kind)) else {
      throw fields.fault(.kind)
    }
    if count != nil { _ = try fields.number(.count) }
    let isAboutAnother = of != nil || [.undo, .redo, .revert].contains(kind)
    let subject = isAboutAnother ? try fields.subject() : nil
    return RawTransferRow(
      line: line, id: try fields.text(.id), name: counter, time: time, kind: kind,
      change: try fields.number(.change), of: subject?.id, changes: subject?.changes ?? 1,
      by: author, note: note)
  }

  private struct Reader {
    let record: Record
    let line: Int

    func subject() throws(Refusal) -> (id: String, changes: Int64) {
      let text = try text(.of)
      guard let end = text.lastIndex(of: Record.separator),
        !text[text.index(after: end)...].hasPrefix("#")
      else { return (text, 1) }
      let id = text[..<end]
      guard let changes = Int64(text[text.index(after: end)...]), changes > 0,
        id.split(separator: Record.separator, omittingEmptySubsequences: false).dropFirst()
          .allSatisfy({ $0.hasPrefix("#") })
      else { throw fault(.of) }
      return (String(id), changes)
    }

    func text(_ field: Field) throws(Refusal) -> String {
      guard case .text(let text) = record[field] else { throw fault(field) }
      return text
    }

    func number(_ field: Field) throws(Refusal) -> Int64 {
      guard case .number(let digits) = record[field], let number = Int64(digits) else {
        throw fault(field)
      }
      return number
    }

    func fault(_ field: Field) -> Refusal {
      .badRow(
        line: line, .field(field.rawValue, value: record[field]?.shown(isNumber: field.isNumber)))
    }
  }
}
