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
    name = type.prefix(1).lowercased() + type.dropFirst()
    word = name.replacing(/[A-Z]+/) { "-" + $0.output.lowercased() }
    guard !Self.reserved.contains(name) else {
      throw Complaint("\(name) is a word of Swift. Take another name")
    }
    let commands = try String(
      contentsOf: package.appending(path: "Presentation/Components/LineCommand.swift"),
      encoding: .utf8)
    guard !commands.contains("(\"\(word)\",") else {
      throw Complaint("\(word) is a command already. Take another name")
    }
    key = try Self.freeKey(for: word, in: package)
  }

  /// The first letter of the word, or else of the alphabet, that is no key anywhere.
  private static func freeKey(for word: String, in package: URL) throws -> Character {
    let files = ["Presentation/Components/Shortcuts.swift", Places.route]
    let taken = try files.flatMap { file in
      try String(contentsOf: package.appending(path: file), encoding: .utf8)
        .matches(of: /case \w+ = "(.)"/).map(\.output.1)
    }
    let letters = word.filter(\.isLetter) + "abcdefghijklmnopqrstuvwxyz"
    guard let key = letters.first(where: { !taken.contains("\($0)") }) else {
      throw Complaint("Every letter is a key already")
    }
    return key
  }

  /// A text with the scene's names where a template has places for them.
  func filledIn(_ template: String) -> String {
    template.replacing("{Name}", with: type).replacing("{name}", with: name)
      .replacing("{word}", with: word).replacing("{key}", with: "\(key)")
  }
}
