/// The order in which people expect names: `room 2` before `room 10`.
public enum NaturalOrder {
  /// Whether a name comes before another one. Digits are compared as numbers, the rest byte by byte.
  public static func precedes(_ first: String, _ second: String) -> Bool {
    var (one, other) = (first.utf8[...], second.utf8[...])
    while let byte = one.first, let otherByte = other.first {
      if isDigit(byte), isDigit(otherByte) {
        let (number, otherNumber) = (takeNumber(&one), takeNumber(&other))
        if number.count != otherNumber.count { return number.count < otherNumber.count }
        if !number.elementsEqual(otherNumber) {
          return number.lexicographicallyPrecedes(otherNumber)
        }
      } else {
        if byte != otherByte { return byte < otherByte }
        one.removeFirst()
        other.removeFirst()
      }
    }
    // Names that differ only in leading zeros are ordered too.
    return one.isEmpty == other.isEmpty
      ? first.utf8.lexicographicallyPrecedes(second.utf8) : one.isEmpty
  }

  /// Removes the digits at the beginning, and returns them without leading zeros.
  private static func takeNumber(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
    let digits = text.prefix(while: isDigit)
    text.removeFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension Username {
  /// Whether it is listed before another one: accounts first, then guests, by name.
  ///
  /// - Parameters:
  ///   - one: a member's name.
  ///   - other: another member's.
  /// - Returns: whether the first one comes first.
  public static func isListedBefore(_ one: Username, _ other: Username) -> Bool {
    one.isGuest == other.isGuest
      ? NaturalOrder.precedes(one.key, other.key) : other.isGuest
  }
}

extension CounterSummary {
  /// Whether it is listed before another one: one's own first, then shared ones by owner, by name.
  static func isListedBefore(_ one: CounterSummary, _ other: CounterSummary) -> Bool {
    let (first, second) = (one.counter, other.counter)
    if (first.permission == nil) != (second.permission == nil) { return first.permission == nil }
    if first.permission != nil, first.owner.key != second.owner.key {
      return first.owner.key < second.owner.key
    }
    return NaturalOrder.precedes(first.name.key, second.name.key)
  }
}
