import Domain

/// Parses 64-bit numbers in decimal digits, with an optional sign.
public enum WholeNumber {
  /// The number in a text.
  ///
  /// - Throws: `Refusal.input(.notANumber)`, `.outOfRange`.
  public static func number(_ text: String) throws(Refusal) -> Int64 {
    try number(text, typed: text)
  }

  /// The number in a text to set a count to. `+7` is refused because it may have been meant as an
  /// addition.
  ///
  /// - Throws: `Refusal.input(.notANumber)`, `.input(.signedCount)`, `.outOfRange`.
  public static func count(_ text: String) throws(Refusal) -> Int64 {
    let number = try number(text)
    guard !text.hasPrefix("+") else { throw .input(.signedCount(number)) }
    return number
  }

  /// The amount in a text; 1 if it is empty.
  ///
  /// - Throws: `Refusal.input(.notANumber)`, `.outOfRange`.
  public static func amount(_ text: String) throws(Refusal) -> Int64 {
    text.isEmpty ? 1 : try number(text)
  }

  /// The amount in the text after a minus; -1 if it is empty.
  ///
  /// - Throws: `Refusal.input(.notANumber)`, `.outOfRange`.
  public static func negatedAmount(_ text: String) throws(Refusal) -> Int64 {
    if text.isEmpty { return -1 }
    // The negation of the least number is out of range, so the sign is parsed with the digits.
    if text.hasPrefix("-") { return try number("+\(text.dropFirst())", typed: text) }
    return try number("-\(text.hasPrefix("+") ? text.dropFirst() : text[...])", typed: text)
  }

  /// The number of items in a text; `things` is their name: `lines`.
  ///
  /// - Throws: `Refusal.input(.notANumber)`; `.input(.notALength)` for a number that is less than `minimum` or has
  ///   more than 64 bits.
  public static func length(_ text: String, of things: String, minimum: Int = 0)
    throws(Refusal) -> Int
  {
    do throws(Refusal) {
      if let length = Int(exactly: try number(text)), length >= minimum { return length }
    } catch .outOfRange {}
    throw .input(.notALength(text, of: things))
  }

  /// The number of an entry of a history.
  ///
  /// - Throws: `Refusal.input(.notANumber)`; `.noSuchEntry` for a number with more than 64 bits.
  public static func entry(_ text: String) throws(Refusal) -> Int64 {
    do throws(Refusal) { return try number(text) } catch .outOfRange { throw .noSuchEntry(text) }
  }

  private static func number(_ text: String, typed: String) throws(Refusal) -> Int64 {
    if let number = Int64(text) { return number }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let isNumber =
      !digits.isEmpty && text.utf8.count - digits.count <= 1
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    throw isNumber ? .outOfRange : .input(.notANumber(typed))
  }
}
