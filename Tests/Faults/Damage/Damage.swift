import Foundation

/// Damage to a file.
enum Damage: Sendable, CustomStringConvertible {
  case flipped([(byte: Int, bit: UInt8)])
  case truncated(to: Int)
  case zeroed(page: Int)

  private static let pageSize = 4_096

  /// Random damage. Bits are flipped only in used parts: most of a small store is empty, and
  /// changes there have no effect.
  static func any(
    to content: Data, using generator: inout some RandomNumberGenerator
  ) -> Damage {
    let pages = content.count / pageSize
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: return .truncated(to: .random(in: 0..<pages, using: &generator) * pageSize)
    case 1: return .truncated(to: .random(in: 0..<content.count, using: &generator))
    case 2: return .zeroed(page: .random(in: 0..<pages, using: &generator))
    case 3: return .flipped(bits(of: content, count: 20, using: &generator))
    case 4...5: return .flipped(bits(of: content, count: 3, using: &generator))
    default: return .flipped(bits(of: content, count: 1, using: &generator))
    }
  }

  /// In each, one entry of an index is sought 512 bytes away from where it is. Pages with more
  /// entries than `most` are left as they are.
  static func wrongEntries(in content: Data, most: Int) -> [Damage] {
    // A page of an index without pages below it begins with 10. Its fourth and fifth byte are the
    // number of its entries; two bytes for the place of each begin after the eighth.
    var damages: [Damage] = []
    for page in stride(from: pageSize, to: content.count, by: pageSize) where content[page] == 10 {
      let count = Int(content[page + 3]) << 8 | Int(content[page + 4])
      for entry in 0..<(count > most ? 0 : count) {
        let place = (byte: page + 8 + entry * 2, bit: UInt8(1))
        damages.append(.flipped([place]))
      }
    }
    return damages
  }

  private static func bits(
    of content: Data, count: Int, using generator: inout some RandomNumberGenerator
  ) -> [(byte: Int, bit: UInt8)] {
    var bits: [(byte: Int, bit: UInt8)] = []
    while bits.count < count {
      let byte = Int.random(in: 0..<content.count, using: &generator)
      let near = content[max(byte - 8, 0)..<min(byte + 9, content.count)]
      guard near.contains(where: { $0 != 0 }) else { continue }
      bits.append((byte, .random(in: 0..<8, using: &generator)))
    }
    return bits
  }

  func done(to content: Data) -> Data {
    var content = content
    switch self {
    case .flipped(let bits): for (byte, bit) in bits { content[byte] ^= 1 << bit }
    case .truncated(let size): content = content.prefix(size)
    case .zeroed(let page):
      let start = page * Self.pageSize
      content.replaceSubrange(start..<start + Self.pageSize, with: Data(count: Self.pageSize))
    }
    return content
  }

  /// Whether the damaged file can still be recognized as a store: an empty file cannot, nor can one
  /// whose SQLite heading or application ID is wrong. A zeroed page is recognized as damage.
  func leavesIdentity(of content: Data) -> Bool {
    let damaged = done(to: content)
    if damaged.isEmpty { return false }
    if case .zeroed = self { return true }
    return [0..<16, 68..<72].allSatisfy {
      damaged.count >= $0.upperBound && damaged[$0] == content[$0]
    }
  }

  var description: String {
    switch self {
    case .flipped(let bits): bits.map { "bit \($0.bit) of byte \($0.byte)" }.joined(separator: ", ")
    case .truncated(let size): "truncated to \(size)"
    case .zeroed(let page): "page \(page) zeroed"
    }
  }
}
