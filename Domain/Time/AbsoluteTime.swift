extension LocalCalendar {
  /// The moment of a text that does not depend on the present: RFC 3339, or a local day (its
  /// beginning), or a day and a time: `2026-11-21`, `2026-11-21 09:00`, `2026-11-21T09:00:30`.
  ///
  /// - Throws: `Refusal.input(.notATime)`, or `.input(.skippedTime)` when daylight saving skips it.
  public func moment(of text: String) throws(Refusal) -> Timestamp {
    if let moment = Timestamp(rfc3339: text) { return moment }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
      // RFC 3339 allows a T between a date and a time.
      $0 == " " || $0 == "T" || $0 == "t"
    }
    guard let day = numbers(parts[0], separator: "-", lengths: [4, 2, 2]) else {
      throw .input(.notATime(text))
    }
    let hours = parts.count == 2 ? clock(parts[1]) : [0, 0, 0]
    guard let hours, case let civil = CivilTime(day, hours), let moment = moment(of: civil) else {
      throw .input(.notATime(text))
    }
    guard parts.count == 2 else {
      return beginning(
        ofDay: daysSince1970(year: civil.year, month: civil.month, day: civil.day))
    }
    guard Timestamp(utc: civilTime(at: moment)) == Timestamp(utc: civil) else {
      throw .input(.skippedTime(text))
    }
    return moment
  }

  /// Whether a text is a time of a day, as in `09:00` or `09:00:30`.
  public func isClock(_ text: some StringProtocol) -> Bool { clock(text) != nil }

  private func clock(_ text: some StringProtocol) -> [Int]? {
    numbers(text, separator: ":", lengths: [2, 2]).map { $0 + [0] }
      ?? numbers(text, separator: ":", lengths: [2, 2, 2])
  }

  private func numbers(
    _ text: some StringProtocol, separator: Character, lengths: [Int]
  ) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == lengths,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == lengths.count ? numbers : nil
  }
}

extension CivilTime {
  fileprivate init(_ day: [Int], _ clock: [Int]) {
    self.init(
      year: day[0], month: day[1], day: day[2], hour: clock[0], minute: clock[1], second: clock[2])
  }
}
