/// The bytes as hexadecimal digits in lower case.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  String(
    decoding: bytes.flatMap { [hexadecimalDigit($0 >> 4), hexadecimalDigit($0 & 15)] },
    as: UTF8.self)
}

/// The lower-case digit of a value below 16.
@inlinable package func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// The value of a lower-case digit, or `nil` for other characters.
@inlinable package func hexadecimalValue(_ character: UInt8) -> UInt8? {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
  default: nil
  }
}
