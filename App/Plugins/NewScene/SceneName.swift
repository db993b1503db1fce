import Foundation

/// The names of a scene in all needed forms, and its key.
struct SceneName {
  /// As a type: `DailyGoal`.
  let type: String
  /// As an enum case: `dailyGoal`.
  let name: String
  /// As a command: `daily-goal`.
  let word: String
  /// Its key on the screen.
  let key: Character

  private static let reserved: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "type", "typealias", "var",
    "where", "while",
  ]

  init(_ type: String, key: String) throws {
    guard type.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
      throw Complaint("\(type) is not a valid scene name. Use one like DailyGoal")
    }
    self.type = type
    name = Self.caseName(of: type)
    word = name.replacing(/[A-Z]+/) { "-" + $0.output.lowercased() }
    guard !Self.reserved.contains(name) else {
      throw Complaint("\(name) is a Swift keyword. Choose another name")
    }
    guard let letter = key.first, key.wholeMatch(of: /[a-fhil-z]/) != nil else {
      throw Complaint("\(key) is not a valid key. Use one lower-case letter; g, j and k move")
    }
    self.key = letter
  }

  /// The template with this scene's names.
  func filledIn(_ template: String) -> String {
    Self.filledIn(template, type: type).replacing("{word}", with: word)
      .replacing("{key}", with: "\(key)")
  }

  /// The template with a scene's name as a type and as a case.
  static func filledIn(_ template: String, type: String) -> String {
    template.replacing("{Name}", with: type).replacing("{name}", with: caseName(of: type))
  }

  private static func caseName(of type: String) -> String {
    type.prefix(1).lowercased() + type.dropFirst()
  }
}
