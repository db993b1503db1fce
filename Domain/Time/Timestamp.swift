/// A moment in time, to the millisecond.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01 00:00:00 UTC; negative before it.
  public let milliseconds: Int64

  /// The moment this many milliseconds after 1970-01-01 00:00:00 UTC.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment this many seconds later (earlier if negative), limited to the 64-bit range.
  public func adding(seconds: Int64) -> Timestamp {
    let (span, tooLong) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, tooFar) = milliseconds.addingReportingOverflow(span)
    guard tooLong || tooFar else { return Timestamp(milliseconds: sum) }
    return Timestamp(milliseconds: seconds < 0 ? .min : .max)
  }
}

/// Tells the time.
public protocol Clock: Sendable {
  /// The present time of the wall clock, which may jump.
  var now: Timestamp { get }
}

extension Timestamp {
  /// The moment in UTC in RFC 3339: `2026-11-21T09:00:00Z`, with `.123` after the seconds only if
  /// there are milliseconds. Outside the years 1 to 9999 it is the nearest moment inside.
  public var rfc3339: String {
    let civil = CivilTime(utc: self)
    let fraction = floorDivision(writable.milliseconds, by: 1_000).remainder
    var text: [UInt8] = []
    text.reserveCapacity(24)
    text.append(civil.year, digits: 4)
    text.append(civil.month, digits: 2, after: "-")
    text.append(civil.day, digits: 2, after: "-")
    text.append(civil.hour, digits: 2, after: "T")
    text.append(civil.minute, digits: 2, after: ":")
    text.append(civil.second, digits: 2, after: ":")
    if fraction > 0 { text.append(Int(fraction), digits: 3, after: ".") }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses an RFC 3339 text: any offset, `T`, `t` or a blank before the time, fractions of any
  /// length cut to milliseconds. A leap second (23:59:60 in UTC) is the second after it.
  ///
  /// `nil` when the text is invalid, or the moment is outside the years 1 to 9999 in UTC.
  public init?(rfc3339 text: String) {
    var bytes = text.utf8.makeIterator()
    guard let year = bytes.number(digits: 4), bytes.next() == UInt8(ascii: "-"),
      let month = bytes.number(digits: 2), bytes.next() == UInt8(ascii: "-"),
      let day = bytes.number(digits: 2), let separator = bytes.next(),
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(separator),
      let hour = bytes.number(digits: 2), bytes.next() == UInt8(ascii: ":"),
      let minute = bytes.number(digits: 2), bytes.next() == UInt8(ascii: ":"),
      let second = bytes.number(digits: 2), var next = bytes.next(),
      let local = Timestamp(
        utc: CivilTime(
          year: year, month: month, day: day, hour: hour, minute: minute, second: second))
    else { return nil }
    var fraction: Int64 = 0
    if next == UInt8(ascii: ".") {
      guard let (milliseconds, following) = bytes.fraction() else { return nil }
      (fraction, next) = (milliseconds, following)
    }
    guard let offset = bytes.offset(sign: next), bytes.next() == nil else { return nil }
    let whole = local.milliseconds - offset * 1_000
    guard second < 60 || floorDivision(whole, by: secondsInDay * 1_000).remainder == 0,
      case let moment = Timestamp(milliseconds: whole + fraction), moment == moment.writable
    else { return nil }
    self = moment
  }
}

extension [UInt8] {
  fileprivate mutating func append(
    _ number: Int, digits: Int, after separator: Unicode.Scalar? = nil
  ) {
    if let separator { append(UInt8(ascii: separator)) }
    var power = 1
    for _ in 1..<digits { power *= 10 }
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }
}

extension String.UTF8View.Iterator {
  fileprivate mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = next().flatMap(digit) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// The milliseconds of one or more digits, and the byte after them.
  fileprivate mutating func fraction() -> (milliseconds: Int64, following: UInt8)? {
    var milliseconds = 0
    var weight = 100
    var count = 0
    while let byte = next() {
      guard let digit = digit(byte) else {
        return count > 0 ? (Int64(milliseconds), byte) : nil
      }
      milliseconds += digit * weight
      weight /= 10
      count += 1
    }
    return nil
  }

  /// The seconds of a UTC offset that begins with `sign`.
  fileprivate mutating func offset(sign: UInt8) -> Int64? {
    switch sign {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard let hours = number(digits: 2), hours < 24, next() == UInt8(ascii: ":"),
        let minutes = number(digits: 2), minutes < 60
      else { return nil }
      let seconds = Int64(hours * 60 + minutes) * 60
      return sign == UInt8(ascii: "-") ? -seconds : seconds
    default: return nil
    }
  }
}

private func digit(_ byte: UInt8) -> Int? {
  let digit = Int(byte) - 0x30
  return (0...9).contains(digit) ? digit : nil
}
