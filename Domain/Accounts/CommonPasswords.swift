/// Common passwords: those seen most often in leaks, of the list that the
/// estimator zxcvbn ranks by frequency (see LICENSE).
///
/// The 20,000 first of 8 characters or more are covered, and the 10,000 first of 4 to 7, which guessers
/// lengthen by digits and signs; one that another entry covers is left out. The file is sorted by
/// folded bytes, so that it is searched where it lies and costs nothing until then.
enum CommonPasswords {
  /// How a password is a common one.
  enum Match: Equatable {
    /// It is on the list, ignoring case, or with digits and symbols in place of letters.
    case listed
    /// One on the list is followed by digits and symbols.
    case lengthened
  }

  /// The most digits and symbols that may follow: a year, or `123!`.
  static let longestEnding = 4

  /// How the bytes are a common password, or `nil` when they are not; nothing is copied.
  static func match(_ password: UnsafeRawBufferPointer) -> Match? {
    if contains(password[...]) { return .listed }
    let ending = password.suffix(longestEnding).reversed().prefix(while: \.isDigitOrSign).count
    let isLengthened = (1...longestEnding).contains { length in
      length <= ending && contains(password.dropLast(length))
    }
    return isLengthened ? .lengthened : nil
  }

  private static func contains(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    let list = PackageResources.common_passwords_txt
    // Both ends are beginnings of lines.
    var lines = list.indices
    while !lines.isEmpty {
      let middle = lines.lowerBound + lines.count / 2
      let start = list[lines.lowerBound..<middle].lastIndex(of: newline).map { $0 + 1 }
      let entry = list[(start ?? lines.lowerBound)...].prefix { $0 != newline }
      if entry.elementsEqual(word, by: { $0.folded == $1.folded }) { return true }
      let isBefore = entry.lexicographicallyPrecedes(word) { $0.folded < $1.folded }
      lines = isBefore ? entry.endIndex + 1..<lines.upperBound : lines.lowerBound..<entry.startIndex
    }
    return false
  }

  private static let newline = UInt8(ascii: "\n")
}

extension UInt8 {
  /// The byte, as a small letter where it is an ASCII capital one.
  var asciiLowercased: UInt8 {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self + 0x20
    default: self
    }
  }

  /// The small letter that the byte is, or stands for in passwords such as `P@ssw0rd`.
  var folded: UInt8 {
    switch self {
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "1"), UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "!"):
      UInt8(ascii: "i")
    case UInt8(ascii: "3"): UInt8(ascii: "e")
    case UInt8(ascii: "4"), UInt8(ascii: "@"): UInt8(ascii: "a")
    case UInt8(ascii: "5"), UInt8(ascii: "$"): UInt8(ascii: "s")
    case UInt8(ascii: "7"): UInt8(ascii: "t")
    default: asciiLowercased
    }
  }

  fileprivate var isDigitOrSign: Bool {
    switch self {
    case 0x21..<0x7F: !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(asciiLowercased)
    default: false
    }
  }
}
