import Domain

/// A password being typed or copied. Bytes beyond the limit are only counted.
package struct SecretLine {
  /// The password. An overlong one ends with a whole scalar, so that it stays valid UTF-8.
  package let secret: Secret
  private var droppedScalars = 0

  /// Begins with no password.
  package init() {
    secret = Secret(capacity: PasswordPolicy.maximumBytes + Unicode.UTF8.longestScalar)
  }

  /// Appends a byte as typed.
  package mutating func append(_ byte: UInt8) {
    let isContinuation = Unicode.UTF8.isContinuation(byte)
    if droppedScalars == 0, isContinuation || secret.count <= PasswordPolicy.maximumBytes {
      secret.append(byte)
    } else if !isContinuation {
      droppedScalars += 1
    }
  }

  /// Removes the last scalar, if there is one.
  package mutating func removeLastScalar() {
    if droppedScalars > 0 {
      droppedScalars -= 1
    } else {
      secret.removeLastScalar()
    }
  }

  /// Removes the last word and the blanks after it.
  package mutating func removeLastWord() {
    // The beginning of a word beyond the limit is unknown.
    guard droppedScalars == 0 else { return removeAll() }
    while lastByte == Self.blank { secret.removeLastScalar() }
    while let byte = lastByte, byte != Self.blank { secret.removeLastScalar() }
  }

  /// Removes and wipes everything.
  package mutating func removeAll() {
    secret.wipe()
    droppedScalars = 0
  }

  /// Whether the bytes are UTF-8 without NUL.
  package var isText: Bool { secret.isText }

  private static let blank = UInt8(ascii: " ")

  private var lastByte: UInt8? { secret.withBytes(\.last) }
}

extension Unicode.UTF8 {
  /// The maximum number of bytes of a scalar.
  fileprivate static let longestScalar = 4
}
