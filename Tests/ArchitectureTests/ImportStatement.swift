/// One `import` of a source.
struct ImportStatement: Equatable {
  let module: String
  /// `internal`, `public` and so on, or `nil` where nothing is said.
  var access: String?
  /// Whether it stands between `#if` and `#endif`.
  var isConditional = false

  private static let accesses: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]

  static func all(in code: SwiftCode) -> [ImportStatement] {
    let tokens = code.tokens
    var conditions = 0
    var found: [ImportStatement] = []
    for index in tokens.indices {
      let before = index > 0 ? tokens[index - 1] : ""
      if before == "#" {
        if tokens[index] == "if" { conditions += 1 }
        if tokens[index] == "endif" { conditions -= 1 }
      }
      // Behind these signs the word is a member's or an argument's name.
      guard tokens[index] == "import", ![".", "`", "(", ","].contains(before) else { continue }
      let behind = tokens[(index + 1)...].drop { kinds.contains($0) || $0 == "`" }
      guard let module = behind.first, module != ":" else { continue }
      found.append(
        ImportStatement(
          module: module, access: access(before: index, in: tokens),
          isConditional: conditions > 0))
    }
    return found
  }

  /// The access that was written before the `import` at `index`, over attributes between them.
  private static func access(before index: Int, in tokens: [String]) -> String? {
    var modifiers = tokens[..<index]
    while let last = modifiers.last {
      if accesses.contains(last) { return last }
      if last == ")" {
        guard let open = modifiers.lastIndex(of: "(") else { return nil }
        modifiers = modifiers[..<open]
      }
      guard modifiers.dropLast().last == "@" else { return nil }
      modifiers = modifiers.dropLast(2)
    }
    return nil
  }
}
