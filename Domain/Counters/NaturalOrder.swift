/// The order in which people expect names: `room 2` before `room 10`.
public enum NaturalOrder {
  /// Whether a name comes before another one. Digits are compared as numbers, the rest byte by byte.
  public static func precedes(_ first: String, _ second: String) -> Bool {
    let (one, other) = (first.utf8.span, second.utf8.span)
    var (place, otherPlace) = (0, 0)
    while place < one.count, otherPlace < other.count {
      let (byte, otherByte) = (one[place], other[otherPlace])
      if isDigit(byte), isDigit(otherByte) {
        let number = takeNumber(of: one, from: &place)
        let otherNumber = takeNumber(of: other, from: &otherPlace)
        if number.count != otherNumber.count { return number.count < otherNumber.count }
        for (digit, otherDigit) in zip(number, otherNumber) where one[digit] != other[otherDigit] {
          return one[digit] < other[otherDigit]
        }
      } else {
        if byte != otherByte { return byte < otherByte }
        (place, otherPlace) = (place + 1, otherPlace + 1)
      }
    }
    let (isWhole, otherIsWhole) = (place == one.count, otherPlace == other.count)
    // Names that differ only in leading zeros are ordered too.
    return isWhole == otherIsWhole
      ? first.utf8.lexicographicallyPrecedes(second.utf8) : isWhole
  }

  /// Passes the digits at a place, and returns where they are without leading zeros.
  private static func takeNumber(of text: Swift.Span<UInt8>, from place: inout Int) -> Range<Int> {
    while place < text.count, text[place] == UInt8(ascii: "0") { place += 1 }
    let start = place
    while place < text.count, isDigit(text[place]) { place += 1 }
    return start..<place
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
