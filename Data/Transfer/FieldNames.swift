internal import Domain

/// The names that the columns of an import have.
struct FieldNames: Sendable {
  /// The fields by their names in lower case; `nil` when all have their own.
  private let fields: [String: Record.Field]?

  /// Creates the names of a form.
  init(_ form: ImportForm) {
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
