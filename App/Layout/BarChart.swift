/// Bars with their numbers, one a line.
struct BarChart: Equatable, Sendable {
  /// One bar.
  struct Bar: Equatable, Sendable {
    /// What the bar is for, which begins with an ISO date.
    let label: String
    /// How long it is; a negative one is drawn lighter. `nil` is a sum that leaves 64 bits, which has no bar.
    let value: Int64?

    /// A bar of these parts.
    init(label: String, value: Int64?) {
      self.label = label
      self.value = value
    }
  }

  /// A bar as it is laid out.
  struct Row: Equatable, Sendable {
    /// What the bar is for, its number, and the blanks before the bar.
    let beginning: String
    /// The bar itself; empty where it is 0 or there is no room for it.
    let ink: String
  }

  /// What stands in the place of a number that leaves 64 bits.
  static let outOfRange = "out of range"

  /// The bars, oldest first.
  var bars: [Bar]

  /// A chart of these bars.
  init(bars: [Bar] = []) {
    self.bars = bars
  }

  /// The bars as lines that fill the page: label, number, bar.
  func lines(on page: Page) -> [String] {
    rows(on: page).map { $0.beginning + $0.ink }
  }

  /// The bars as rows that fill the page. The number is never cut, and the bar of anything but 0 is never
  /// empty where there is room for one.
  func rows(on page: Page) -> [Row] {
    let table = Table(
      alignments: [.left, .right],
      rows: bars.map { [$0.label, $0.value.map { String($0) } ?? Self.outOfRange] })
    let longest = bars.compactMap(\.value?.magnitude).max() ?? 0
    return zip(bars, table.lines(on: page)).map { bar, text in
      let room = page.columns - page.width(of: text) - 2
      let ink = self.ink(for: bar.value ?? 0, longest: longest, room: room, on: page)
      return Row(beginning: ink.isEmpty ? text : "\(text)  ", ink: ink)
    }
  }

  private func ink(for value: Int64, longest: UInt64, room: Int, on page: Page) -> String {
    guard value != 0, room > 0 else { return "" }
    let full: Character =
      switch (page.hasBlocks, value < 0) {
      case (true, false): "█"
      case (true, true): "░"
      case (false, false): "#"
      case (false, true): "-"
      }
    let steps = UInt64(page.hasBlocks && value > 0 ? 8 : 1)
    let (high, low) = value.magnitude.multipliedFullWidth(by: UInt64(room) * steps)
    let eighths = max(1, Int(longest.dividingFullWidth((high, low)).quotient))
    let (blocks, rest) = eighths.quotientAndRemainder(dividingBy: Int(steps))
    let ends: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: full, count: blocks) + (rest > 0 ? String(ends[rest - 1]) : "")
  }
}
