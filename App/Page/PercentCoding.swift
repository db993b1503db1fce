/// Writes and reads texts of URLs and forms, which have only ASCII characters.
enum PercentCoding {
  /// The text with every byte escaped that is not unreserved (RFC 3986).
  static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%"
        encoded.unicodeScalars.append(Unicode.Scalar(digits[Int(byte >> 4)]))
        encoded.unicodeScalars.append(Unicode.Scalar(digits[Int(byte & 0xF)]))
      }
    }
    return encoded
  }

  /// The text that was escaped, or `nil` when it is not valid. In a form, a plus is a blank.
  static func decoded(_ text: some Collection<UInt8>, inForm: Bool = false) -> String? {
    bytes(of: text, inForm: inForm).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The bytes that were escaped, or `nil` when an escape is not valid.
  static func bytes(of text: some Collection<UInt8>, inForm: Bool) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where inForm: bytes.append(UInt8(ascii: " "))
      // Browsers escape all others, and what a library has repaired is not what was sent.
      case UInt8(ascii: " ")...UInt8(ascii: "~"): bytes.append(byte)
      default: return nil
      }
    }
    return bytes
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
