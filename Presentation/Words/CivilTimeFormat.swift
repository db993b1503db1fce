import Domain

extension CivilTime {
  /// The day, as in `2026-11-21` (ISO 8601).
  public var dayText: String { text(parts: 3) }

  /// The day and the minute, as in `2026-11-21 09:05`.
  public var minuteText: String { text(parts: 5) }

  /// The day and the second, as in `2026-11-21 09:05:00`.
  public var secondText: String { text(parts: 6) }

  /// So many of its parts, from the year on. A long history has millions of these.
  private func text(parts: Int) -> String {
    let all = [
      ("", year, 4), ("-", month, 2), ("-", day, 2), (" ", hour, 2), (":", minute, 2),
      (":", second, 2),
    ]
    var text = ""
    for (separator, number, length) in all.prefix(parts) {
      let digits = String(number)
      text += separator
      for _ in 0..<max(0, length - digits.utf8.count) { text += "0" }
      text += digits
    }
    return text
  }
}
