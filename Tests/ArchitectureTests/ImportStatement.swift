/// An `import` statement, on its own line as `swift format` writes it.
struct ImportStatement: Equatable {
  let module: String
  /// The access level, or `nil` without one.
  var access: String?
  /// Whether it is between `#if` and `#endif`.
  var isConditional = false

  /// The imports of a source, in order.
  static func all(in text: String) -> [ImportStatement] {
    let attribute = #/@\w+(?:\([^)]*\))? /#
    let kind = #/(struct|class|enum|protocol|typealias|func|let|var) (?=\w+\.)/#
    let statement = #/(?:(\w+) )?import ([A-Z]\w+)/#
    var conditions = 0
    return text.split(separator: "\n").compactMap { line in
      let line = line.drop { $0 == " " }
      if line.hasPrefix("#if ") { conditions += 1 }
      if line.hasPrefix("#endif") { conditions -= 1 }
      guard line.contains("import ") else { return nil }
      let bare = line.replacing(attribute, with: "").replacing(kind, with: "")
      guard let match = bare.prefixMatch(of: statement) else { return nil }
      return ImportStatement(
        module: String(match.2), access: match.1.map(String.init), isConditional: conditions > 0)
    }
  }
}
