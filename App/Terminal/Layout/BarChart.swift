import Domain
import Presentation

/// Bars with labels and numbers, one per line.
package struct BarChart: Equatable, Sendable {
  /// One bar.
  package struct Bar: Equatable, Sendable {
    /// The label: an ISO date, with the time of an hour, or a day of the week.
    let label: String
    /// The sum. A negative one is drawn lighter; `nil` is a sum out of range, which has no bar.
    package let value: Int64?

    /// Creates a bar from its parts.
    init(label: String, value: Int64?) {
      self.label = label
      self.value = value
    }
  }

  /// Shown for a sum outside the 64-bit range.
  static let outOfRange = "out of range"

  /// The bars, oldest first.
  package var bars: [Bar]

  /// Creates a chart of these bars.
  init(bars: [Bar] = []) {
    self.bars = bars
  }

  /// The bars as lines that fill the columns: label, number, bar.
  package func lines(on metrics: TextMetrics) -> [String] {
    rows(on: metrics).map { $0.beginning + $0.ink }
  }

  /// The bars as rows that fill the columns: the label, the number and the space before the bar, and
  /// the bar itself. The number is always complete, and a bar is empty only for 0 or without room.
  package func rows(on metrics: TextMetrics) -> [(beginning: String, ink: String)] {
    let table = Table(
      alignments: [.left, .right],
      rows: bars.map { [$0.label, $0.value.map { String($0) } ?? Self.outOfRange] })
    let longest = bars.compactMap(\.value?.magnitude).max() ?? 0
    return zip(bars, table.lines(on: metrics)).map { bar, text in
      let room = metrics.columns - metrics.width(of: text) - 2
      let ink = self.ink(for: bar.value ?? 0, longest: longest, room: room, on: metrics)
      return (beginning: ink.isEmpty ? text : "\(text)  ", ink: ink)
    }
  }

  private func ink(for value: Int64, longest: UInt64, room: Int, on metrics: TextMetrics) -> String
  {
    guard value != 0, room > 0 else { return "" }
    let full: Character =
      switch (metrics.hasBlocks, value < 0) {
      case (true, false): "█"
      case (true, true): "░"
      case (false, false): "#"
      case (false, true): "-"
      }
    let steps = UInt64(metrics.hasBlocks && value > 0 ? 8 : 1)
    let eighths = max(1, Int(value.magnitude.share(of: longest, steps: UInt64(room) * steps)))
    let (blocks, rest) = eighths.quotientAndRemainder(dividingBy: Int(steps))
    let ends: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: full, count: blocks) + (rest > 0 ? String(ends[rest - 1]) : "")
  }
}

extension TextMetrics {
  /// A bar that shows how much of a target is reached: the filled part and the rest.
  ///
  /// The target is 1 or more. The bar is full only when it is reached.
  package func fillBar(_ count: Int64, of target: Int64, columns: Int)
    -> (full: String, empty: String)
  {
    let room = UInt64(max(0, columns))
    let reached = UInt64(min(max(count, 0), target))
    let filled = Int(reached.share(of: target.magnitude, steps: room))
    return (
      full: String(repeating: hasBlocks ? "█" : "#", count: filled),
      empty: String(repeating: hasBlocks ? "░" : "-", count: Int(room) - filled)
    )
  }
}
