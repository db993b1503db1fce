import Domain
import Presentation

extension PageContext {
  /// The sums of periods as a table, each with a bar in proportion to the greatest.
  func chart(_ bars: some BidirectionalCollection<ChartBar>, by span: Span) -> HTML {
    let greatest = bars.compactMap(\.sum).map(\.magnitude).max() ?? 0
    let rows = bars.reversed().map { bar in
      let start = calendar.civilTime(at: bar.start)
      return """
        <tr><th scope="row">\(span == .hour ? start.minuteText : start.dayText)</th>\
        <td class="bar">\(Self.bar(bar.sum ?? 0, greatest: greatest))</td>\
        <td class="number">\(CounterWords.sum(bar.sum))</td></tr>

        """ as HTML
    }
    return "<table class=\"chart\">\n\(rows)</table>\n"
  }

  /// A bar; a negative sum is marked.
  private static func bar(_ sum: Int64, greatest: UInt64) -> HTML {
    let width = greatest == 0 ? 0 : greatest.dividingFullWidth(sum.magnitude.times100).quotient
    return """
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">\
      <rect\(sum < 0 ? " class=\"below\"" : "" as HTML) width="\(width)" height="8"/></svg>
      """
  }
}

extension UInt64 {
  fileprivate var times100: (high: UInt64, low: UInt64) { multipliedFullWidth(by: 100) }
}
