import Domain

/// The identifier of a form that changes something: sent twice, it acts once.
struct FormID: Hashable, Sendable {
  /// 32 hexadecimal digits.
  let text: String

  /// Creates a new identifier of 128 random bits.
  init() {
    text = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Reads an identifier; `nil` when it is not valid.
  init?(_ text: String) {
    let isHexadecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    guard text.utf8.count == 32, isHexadecimal else { return nil }
    self.text = text
  }

  /// The identifier of the change that the form makes.
  var change: Change.ID { Change.ID(text) }
}
