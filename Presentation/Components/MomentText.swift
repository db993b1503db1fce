import Domain

/// The ways in which a person writes a moment.
public enum MomentText {
  /// The moment that `text` names: RFC 3339, or, in local time, `2026-11-21` (its beginning),
  /// `2026-11-21 09:00`, `2026-11-21T09:00:30`, `today` and `yesterday` (their beginnings).
  ///
  /// - Throws: `Refusal.notATime`.
  public static func moment(_ text: String, in days: any Days, now: Timestamp) throws(Refusal)
    -> Timestamp
  {
    let moment =
      switch text.lowercased() {
      case "today": days.boundaries(of: .day, last: 1, until: now).first
      case "yesterday": days.boundaries(of: .day, last: 2, until: now).first
      default: Timestamp(rfc3339: text) ?? civilTime(text).flatMap(days.moment)
      }
    guard let moment else { throw .notATime(text) }
    return moment
  }

  private static func civilTime(_ text: String) -> CivilTime? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "Tt ".contains($0) }
    guard let date = numbers(parts[0], separator: "-", lengths: [4, 2, 2]) else { return nil }
    var time = [0, 0, 0]
    if parts.count == 2 {
      guard
        let clock = numbers(parts[1], separator: ":", lengths: [2, 2])
          ?? numbers(parts[1], separator: ":", lengths: [2, 2, 2])
      else { return nil }
      time = clock + [0]
    }
    return CivilTime(
      year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1],
      second: time[2])
  }

  private static func numbers(_ text: Substring, separator: Character, lengths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == lengths,
      parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == lengths.count ? numbers : nil
  }
}
