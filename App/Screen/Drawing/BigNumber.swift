/// A number in digits of several rows.
struct BigNumber {
  static let height = 5

  private let text: String
  private let ink: String

  init(_ text: String, hasBlocks: Bool) {
    self.text = text
    ink = hasBlocks ? "█" : "#"
  }

  /// How many columns it takes.
  var width: Int {
    text.reduce(-Self.gap) { $0 + Self.width(of: $1) + Self.gap }
  }

  func fits(_ size: Frame.Size) -> Bool {
    width <= size.columns && size.rows >= Self.height + 6
  }

  /// Draws it in the middle of the canvas's columns.
  func draw(on canvas: inout Canvas, row: Int) {
    var column = max(0, (canvas.size.columns - width) / 2)
    for character in text {
      for (line, dots) in (Self.shapes[character] ?? []).enumerated() {
        for (place, dot) in dots.enumerated() where dot == "#" {
          canvas.write(ink, row: row + line, column: column + place, style: .heading)
        }
      }
      column += Self.width(of: character) + Self.gap
    }
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
