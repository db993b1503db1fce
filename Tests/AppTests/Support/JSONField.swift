import Foundation

/// The value of a field in Tally's JSON.
enum JSONField: Equatable, Decodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  case text(String)
  case integer(Int64)
  case boolean(Bool)
  case null

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int64) { self = .integer(number) }
  init(booleanLiteral isTrue: Bool) { self = .boolean(isTrue) }
  init(nilLiteral: ()) { self = .null }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let isTrue = try? container.decode(Bool.self) {
      self = .boolean(isTrue)
    } else if let number = try? container.decode(Int64.self) {
      // Anything but a number must be a text.
      self = .integer(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// The rows of a JSON document.
  static func rows(_ document: String) throws -> [[String: JSONField]] {
    try JSONDecoder().decode([[String: JSONField]].self, from: Data(document.utf8))
  }
}
