/// A number in large digits.
struct BigNumber {
  static let height = 5

  let text: String
  private let ink: String

  init(_ text: String, hasBlocks: Bool) {
    self.text = text
    ink = hasBlocks ? "█" : "#"
  }

  /// Whether there is room for it, at least with narrow digits.
  func fits(_ size: Frame.Size, leaving rows: Int = 0) -> Bool {
    width <= size.columns && size.rows >= Self.height + 6 + rows
  }

  /// Draws it in the middle of the columns, with digits twice as wide if possible, because a cell
  /// is about half as wide as high.
  func draw(on canvas: inout Canvas, row: Int) {
    let scale = 2 * width <= canvas.size.columns ? 2 : 1
    let dot = String(repeating: ink, count: scale)
    var column = max(0, (canvas.size.columns - scale * width) / 2)
    for character in text {
      for (line, dots) in (Self.shapes[character] ?? []).enumerated() {
        for (place, mark) in dots.enumerated() where mark == "#" {
          canvas.write(dot, row: row + line, column: column + scale * place, style: .heading)
        }
      }
      column += scale * (Self.width(of: character) + Self.gap)
    }
  }

  /// The width in dots.
  private var width: Int {
    text.reduce(-Self.gap) { $0 + Self.width(of: $1) + Self.gap }
  }

  private static let gap = 1

  private static func width(of character: Character) -> Int {
    shapes[character]?.first?.count ?? 0
  }

  private static let shapes: [Character: [String]] = [
    "0": ["###", "# #", "# #", "# #", "###"],
    "1": ["## ", " # ", " # ", " # ", "###"],
    "2": ["###", "  #", "###", "#  ", "###"],
    "3": ["###", "  #", "###", "  #", "###"],
    "4": ["# #", "# #", "###", "  #", "  #"],
    "5": ["###", "#  ", "###", "  #", "###"],
    "6": ["###", "#  ", "###", "# #", "###"],
    "7": ["###", "  #", "  #", "  #", "  #"],
    "8": ["###", "# #", "###", "# #", "###"],
    "9": ["###", "# #", "###", "  #", "###"],
    "-": ["   ", "   ", "###", "   ", "   "],
  ]
}
