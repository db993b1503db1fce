import Domain

/// Parses the forms in which people write a length of time.
public enum DurationText {
  /// The seconds of a text: `30m`, `12h`, `3d`.
  ///
  /// - Throws: `Refusal.input(.notADuration)`.
  public static func seconds(_ text: String) throws(Refusal) -> Int64 {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [Substring: Int64] = ["m": 60, "h": 60 * 60, "d": 24 * 60 * 60]
    // More digits would be more than a thousand years.
    guard (1...6).contains(digits.count), let number = Int64(digits),
      let unit = units[text.dropFirst(digits.count)]
    else { throw .input(.notADuration(text)) }
    return number * unit
  }
}
