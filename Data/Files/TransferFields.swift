internal import Domain

/// The fields of a row of a file, as far as they are known, before anything is made of them.
struct TransferFields {
  /// The fields that mean something; all others are passed over.
  enum Key: String, CaseIterable {
    case id, name, time, kind, change, count, of

    /// Whether the field holds a number.
    var isNumber: Bool { self == .change || self == .count }
  }

  /// What a field holds.
  enum Value {
    case text(String)
    case number(String)
    case boolean
  }

  private let line: Int
  private var id: Value?
  private var name: Value?
  private var time: Value?
  private var kind: Value?
  private var change: Value?
  private var count: Value?
  private var of: Value?

  /// No fields yet of the row that begins at that line.
  init(line: Int) {
    self.line = line
  }

  subscript(key: Key) -> Value? {
    get {
      switch key {
      case .id: id
      case .name: name
      case .time: time
      case .kind: kind
      case .change: change
      case .count: count
      case .of: of
      }
    }
    set {
      switch key {
      case .id: id = newValue
      case .name: name = newValue
      case .time: time = newValue
      case .kind: kind = newValue
      case .change: change = newValue
      case .count: count = newValue
      case .of: of = newValue
      }
    }
  }

  /// The row that the fields make; its count may be missing, and means nothing. An undo or redo says
  /// what it is about.
  ///
  /// - Throws: `Refusal.badRow` with the field that is missing or is not what it must be.
  func row() throws(Refusal) -> RawTransferRow {
    guard let time = Timestamp(rfc3339: try text(.time)) else { throw fault(.time) }
    guard let kind = TransferRow.Kind(rawValue: try text(.kind)) else { throw fault(.kind) }
    if count != nil { _ = try number(.count) }
    let isAboutAnother = of != nil || kind == .undo || kind == .redo
    let subject = isAboutAnother ? try subject() : nil
    return RawTransferRow(
      line: line, id: try text(.id), name: try text(.name), time: time, kind: kind,
      change: try number(.change), of: subject?.id, changes: subject?.changes ?? 1)
  }

  /// An identifier; a tab behind it and a number say that it is the last of so many changes.
  private func subject() throws(Refusal) -> (id: String, changes: Int64) {
    let text = try text(.of)
    guard let tab = text.firstIndex(of: "\t") else { return (text, 1) }
    guard let changes = Int64(text[text.index(after: tab)...]), changes > 0 else {
      throw fault(.of)
    }
    return (String(text[..<tab]), changes)
  }

  private func text(_ key: Key) throws(Refusal) -> String {
    guard case .text(let text) = self[key] else { throw fault(key) }
    return text
  }

  private func number(_ key: Key) throws(Refusal) -> Int64 {
    guard case .number(let digits) = self[key], let number = Int64(digits) else {
      throw fault(key)
    }
    return number
  }

  private func fault(_ key: Key) -> Refusal { .badRow(line: line, .field(key.rawValue)) }
}
