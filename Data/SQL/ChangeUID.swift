internal import Domain

/// The stored form of a change's identifier: 16 bytes of a UUID, or a given text.
enum ChangeUID {
  /// A new UUID of version 7 (RFC 9562). It begins with the time, so that the index grows at its
  /// end.
  static func new(at now: Timestamp) -> SQLValue {
    var generator = SystemRandomNumberGenerator()
    let time = UInt64(bitPattern: now.milliseconds) << 16
    let high = time | 0x7000 | generator.next() & 0x0FFF
    let low = 0x8000_0000_0000_0000 | generator.next() >> 2
    return .uuid(bytes(of: [high, low]))
  }

  /// 16 random bytes in the form of a UUID.
  static func randomText() -> String {
    text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// The text of a UUID with these two halves.
  static func text(ofUUID halves: [UInt64]) -> String { text(of: bytes(of: halves)) }

  private static func bytes(of halves: [UInt64]) -> [UInt8] {
    halves.reduce(into: []) { bytes, half in
      withUnsafeBytes(of: half.bigEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// The column's value for an identifier: a UUID in canonical spelling as bytes, other texts as
  /// text.
  static func value(_ id: Change.ID) -> SQLValue {
    bytes(ofUUID: id.text).map(SQLValue.uuid) ?? id.text.sqlValue
  }

  /// The identifier in a column, with its number.
  static func id(_ value: SQLValue, number: Int64 = 1) throws(Refusal) -> Change.ID {
    switch value {
    case .text(let text): return Change.ID(text, number: number)
    case .blob(let bytes) where bytes.count == 16:
      return Change.ID(text(of: bytes), number: number)
    default: throw .store(.damaged(cause: "a change has no identifier"))
    }
  }

  // Both are called for every imported or exported row, so they allocate only their result.

  /// The bytes of a UUID in canonical spelling; `nil` for another text.
  static func bytes(ofUUID text: String) -> [UInt8]? {
    guard text.utf8.count == 36 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var upper: UInt8?
    for (index, character) in text.utf8.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard character == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexadecimalValue(character) else { return nil }
      if let high = upper {
        bytes.append(high << 4 | digit)
        upper = nil
      } else {
        upper = digit
      }
    }
    return bytes
  }

  /// The text of a UUID of 16 bytes.
  static func text(of uuid: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      for (index, byte) in uuid.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          text[end] = UInt8(ascii: "-")
          end += 1
        }
        text[end] = hexadecimalDigit(byte >> 4)
        text[end + 1] = hexadecimalDigit(byte & 15)
        end += 2
      }
      return end
    }
  }
}
