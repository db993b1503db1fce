/// A public declaration.
struct PublicSymbol {
  let name: String
  let line: Int
  let isDocumented: Bool
  /// Whether it is a protocol requirement, whose documentation covers implementations too.
  let isRequirement: Bool

  private static let keywords: Set<Substring> = [
    "let", "var", "func", "case", "struct", "class", "enum", "protocol", "typealias",
    "associatedtype", "init",
  ]

  /// The public symbols of a source, read line by line as `swift format` writes it.
  static func all(in source: SourceFile) -> [PublicSymbol] {
    let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
    var scopes: [Substring] = []
    var found: [PublicSymbol] = []
    for (number, line) in lines.enumerated() {
      let scope = scopes.last ?? ""
      if let name = name(in: line, of: scope) {
        let before = lines[..<number].last { !$0.contains(/^\s*@\w+(\(.*\))?$/) } ?? ""
        found.append(
          PublicSymbol(
            name: name, line: number + 1, isDocumented: before.contains(/^\s*\/\/\//),
            isRequirement: scope.contains("public protocol ")))
      }
      if line.contains(/^\s*\}/) { _ = scopes.popLast() }
      if line.hasSuffix("{") { scopes.append(line) }
    }
    return found
  }

  private static func name(in line: Substring, of scope: Substring) -> String? {
    let words = line.split { !($0.isLetter || $0.isNumber || "_@<".contains($0)) }
    guard let keyword = words.firstIndex(where: keywords.contains) else { return nil }
    let isVisible =
      words[..<keyword].contains("public") || scope.contains("public protocol ")
      || scope.contains("public enum ") && line.contains(/^\s*case [a-z]/)
    guard isVisible, !line.contains(/^\s*\/\//) else { return nil }
    if words[keyword] == "init" { return "init" }
    guard keyword + 1 < words.count else { return nil }
    return String(words[keyword + 1].prefix { $0 != "<" || words[keyword + 1] == "<" })
  }
}
