/// A Swift source as its words and signs, without comments and texts, so that nothing that is only
/// written about is taken for code.
struct SwiftCode {
  /// Names and keywords as one token each (`try!` and `as!` are keywords), every other sign as one of
  /// its own.
  let tokens: [String]

  init(_ source: String) {
    var stripper = Stripper(source)
    stripper.readCode(untilParenthesis: false)
    var tokens: [String] = []
    var word = ""
    for character in String(decoding: stripper.code, as: UTF8.self) {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      // With a space between them, the sign negates what is tried.
      if character == "!", word == "try" || word == "as" {
        tokens.append(word + "!")
        word = ""
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      if !character.isWhitespace { tokens.append(String(character)) }
    }
    if !word.isEmpty { tokens.append(word) }
    self.tokens = tokens
  }

  /// Whether the tokens of `fragment` stand in the code, one behind the other.
  func contains(_ fragment: String) -> Bool {
    let wanted = SwiftCode(fragment).tokens
    return tokens.indices.contains { tokens[$0...].starts(with: wanted) }
  }
}

private struct Stripper {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var code: [UInt8] = []

  init(_ source: String) {
    bytes = Array(source.utf8)
  }

  private func isAt(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "/") where isAt("//"):
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "/") where isAt("/*"): skipComment()
      case UInt8(ascii: "`"): readQuotedName()
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        if let hashes = hashesOfText() { skipText(hashes: hashes) } else { keepByte() }
      case UInt8(ascii: "("):
        depth += 1
        keepByte()
      case UInt8(ascii: ")"):
        depth -= 1
        if untilParenthesis, depth < 0 { return }
        keepByte()
      default: keepByte()
      }
    }
  }

  private mutating func keepByte() {
    code.append(bytes[position])
    position += 1
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isAt("/*") {
        depth += 1
        position += 2
      } else if isAt("*/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
    code.append(UInt8(ascii: " "))
  }

  /// A name in backticks is kept with them, but for one that is a sentence.
  private mutating func readQuotedName() {
    let name = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "`") }
    position = min(position + name.count + 2, bytes.count)
    let kept = name.contains(UInt8(ascii: " ")) ? [] : name
    code += [UInt8(ascii: "`")] + kept + [UInt8(ascii: "`")]
  }

  /// How many signs `#` a text begins with here, or `nil` where none begins.
  private func hashesOfText() -> Int? {
    let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = position + hashes
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func skipText(hashes: Int) {
    let suffix = String(repeating: "#", count: hashes)
    position += hashes
    let quotes = isAt("\"\"\"") ? "\"\"\"" : "\""
    position += quotes.utf8.count
    while position < bytes.count, !isAt(quotes + suffix) {
      if isAt("\\" + suffix + "(") {
        position += 2 + hashes
        code.append(UInt8(ascii: " "))
        readCode(untilParenthesis: true)
        position += 1
      } else if isAt("\\" + suffix) {
        position += 2 + hashes
      } else {
        position += 1
      }
    }
    position = min(position + quotes.utf8.count + hashes, bytes.count)
    code += Array("\"\"".utf8)
  }
}
