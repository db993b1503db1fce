import Foundation

/// What a scene is called, in every form that is needed, and its key.
struct SceneName {
  /// In types: `DailyGoal`.
  let type: String
  /// In cases: `dailyGoal`.
  let name: String
  /// In a line: `daily-goal`.
  let word: String
  /// On the screen.
  let key: Character

  private static let reserved: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "type", "typealias", "var",
    "where", "while",
  ]

  init(_ type: String, in package: URL) throws {
    guard type.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
      throw Complaint("\(type) is no name of a scene. Take one such as DailyGoal")
    }
    self.type = type
    name = Self.caseName(of: type)
    word = name.replacing(/[A-Z]+/) { "-" + $0.output.lowercased() }
    guard !Self.reserved.contains(name) else {
      throw Complaint("\(name) is a word of Swift. Take another name")
    }
    let sources = try Self.sources(of: package)
    let command = "(\"\(word)\","
    guard !sources.contains(where: { $0.contains(command) }) else {
      throw Complaint("\(word) is a command already. Take another name")
    }
    key = try Self.freeKey(for: word, in: sources)
  }

  private static func sources(of package: URL) throws -> [String] {
    try ["Presentation", "App"].flatMap { room in
      let folder = package.appending(path: room)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
  }

  /// The first letter of the word, or else of the alphabet, that is no key anywhere.
  private static func freeKey(for word: String, in sources: [String]) throws -> Character {
    let taken = sources.flatMap { source in
      source.matches(of: /case \.\w+: "(.)"|key: Character = "(.)"/)
        .compactMap { $0.output.1 ?? $0.output.2 }
    }
    let letters = word.filter(\.isLetter) + "abcdefghijklmnopqrstuvwxyz"
    guard let key = letters.first(where: { !taken.contains("\($0)") }) else {
      throw Complaint("Every letter is a key already")
    }
    return key
  }

  /// A text with the scene's names where a template has places for them.
  func filledIn(_ template: String) -> String {
    Self.filledIn(template, type: type).replacing("{word}", with: word)
      .replacing("{key}", with: "\(key)")
  }

  /// A text with a scene's name, as a type and as a case.
  static func filledIn(_ template: String, type: String) -> String {
    template.replacing("{Name}", with: type).replacing("{name}", with: caseName(of: type))
  }

  private static func caseName(of type: String) -> String {
    type.prefix(1).lowercased() + type.dropFirst()
  }
}
