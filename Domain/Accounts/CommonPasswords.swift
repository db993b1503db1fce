/// The most common leaked passwords, from the frequency list of the estimator zxcvbn (see LICENSE).
///
/// It covers the 20,000 most frequent of 8 characters or more, and the 10,000 most frequent of 4 to
/// 7, which guessers lengthen with digits and symbols. An entry that another one covers is left
/// out. The file is sorted by folded bytes, so it can be searched in place without loading it.
enum CommonPasswords {
  /// The most digits and symbols that may follow, as in `2024` or `123!`.
  static let longestEnding = 4

  /// `.common` or `.commonLengthened` if the bytes match the list; `nil` when they do not. Copies
  /// nothing.
  static func fault(of password: UnsafeRawBufferPointer) -> PasswordPolicy.Fault? {
    if contains(password[...]) { return .common }
    let ending = password.suffix(longestEnding).reversed().prefix(while: \.isDigitOrSign).count
    let isLengthened = (1...longestEnding).contains { length in
      length <= ending && contains(password.dropLast(length))
    }
    return isLengthened ? .commonLengthened : nil
  }

  private static func contains(_ word: Slice<UnsafeRawBufferPointer>) -> Bool {
    let list = PackageResources.common_passwords_txt
    // Both bounds stay at the beginning of a line.
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
  /// The byte, with an ASCII capital letter in lower case.
  var asciiLowercased: UInt8 {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self + 0x20
    default: self
    }
  }

  /// The lower-case letter for a byte: itself, or the letter that it replaces, as in `P@ssw0rd`.
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
