import Domain

extension CivilTime {
  /// The day, as in `2026-11-21` (ISO 8601).
  public var dayText: String {
    "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  /// The day and the minute, as in `2026-11-21 09:05`.
  public var minuteText: String {
    "\(dayText) \(padded(hour, to: 2)):\(padded(minute, to: 2))"
  }

  /// The day and the second, as in `2026-11-21 09:05:00`.
  public var secondText: String {
    "\(minuteText):\(padded(second, to: 2))"
  }
}

private func padded(_ number: Int, to length: Int) -> String {
  let digits = String(number)
  let missing = length - digits.utf8.count
  return missing > 0 ? zeros.prefix(missing) + digits : digits
}

private let zeros = "0000"
