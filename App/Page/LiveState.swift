import Domain
import Presentation

/// What a page shows of a counter while others count, with a version that grows with its history.
package struct LiveState: Equatable, Sendable {
  /// The counter, with the count of this version.
  package let counter: Counter
  /// The number of the newest change; 0 before the first one.
  package let version: Int64

  /// Reads the state of a counter. It may already be newer than `counter`; the count is the one of
  /// the version.
  ///
  /// - Throws: the refusals of the repository.
  package static func read(
    of counter: Counter, in session: Session, by counters: any CounterRepository
  ) async throws(Refusal) -> LiveState {
    let newest = try await counters.numbers(ofNewest: 1, of: counter, during: nil, in: session)
    guard let newest else { return LiveState(counter: counter, version: 0) }
    let page = try await counters.changes(
      of: counter, numbered: newest, during: nil, atMost: 1, in: session)
    var counter = counter
    counter.count = page.changes.last?.count ?? counter.count
    return LiveState(counter: counter, version: newest.upperBound)
  }

  /// The state as a JSON object on one line, with the markup of `LivePart`.
  package func json(html: String) -> String {
    """
    {"version":\(version),"count":\(counter.count),\
    "target":\(counter.target.map { "\($0)" } ?? "null"),\
    "text":\(JSONText(CounterWords.count(counter))),"html":\(JSONText(html))}
    """
  }
}

/// A text as a string in JSON, with what could end it or a line escaped.
package struct JSONText: CustomStringConvertible {
  package let description: String

  /// Escapes a text.
  package init(_ text: String) {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      case ..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    description = escaped + "\""
  }
}
