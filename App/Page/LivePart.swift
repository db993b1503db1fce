import Domain
import Presentation

extension Counter {
  /// The part of the counter's page that changes when somebody counts: the markup inside of the
  /// element `live`, with the newest change and the last days.
  ///
  /// - Throws: the refusals of the repository.
  @MainActor
  public func liveHTML(in session: Session, by useCases: UseCases, calendar: any LocalCalendar)
    async throws(Refusal) -> String
  {
    let state = try await SceneContext(session: session, useCases: useCases).state(of: self)
    let page = PageContext(address: PageAddress(.counter(typedName)), calendar: calendar)
    return CounterPageView(page: page).live(state).text
  }

  /// What the page's script learns about the counter, as a JSON object on one line, with the markup
  /// of `liveHTML` if it is known.
  public func liveJSON(html: String?) -> String {
    """
    {"version":\(version),"count":\(Self.exact(count)),\
    "target":\(target == nil ? "null" : Self.exact(countAtTarget)),"limit":\(target?.isLimit == true),\
    "goal":\(target?.period == nil ? "null" : Self.exact(Int128(target?.number ?? 0))),\
    "period":\(target?.period.map { CounterWords.present($0).asJSON } ?? "null"),\
    "text":\(CounterWords.count(self).asJSON),\
    "url":\(PageAddress(.counter(typedName)).url.asJSON),"html":\(html?.asJSON ?? "null")}
    """
  }

  /// The count at which the target is reached, if nothing is set or reset before. The script compares
  /// counts: what waits is in them.
  var countAtTarget: Int128 { Int128(count) + Int128(target?.number ?? 0) - Int128(reached) }

  /// A number as JSON for a browser's script, whose numbers are exact only below 2^53: from there on
  /// a text.
  private static func exact(_ number: some BinaryInteger) -> String {
    number.magnitude < 1 << 53 ? "\(number)" : "\"\(number)\""
  }
}

extension String {
  /// The text as a string in JSON, with what could end it or a line escaped.
  public var asJSON: String {
    var escaped = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      case ..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }
}
