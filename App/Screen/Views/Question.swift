import Presentation

/// Something that is asked for in one row, over the scene.
struct Question<Purpose> {
  enum Outcome {
    case none
    case answered(String)
    case dropped
  }

  /// What the answer is for.
  let purpose: Purpose
  private let label: String
  private var entry: TextEntry

  /// The question for a field, in which something may stand already.
  init(_ purpose: Purpose, _ field: Field, text: String = "") {
    self.purpose = purpose
    label = field.label
    entry = TextEntry(text)
  }

  mutating func press(_ key: KeyPress) -> Outcome {
    switch key {
    case .enter: return .answered(entry.text)
    case .escape: return .dropped
    default: break
    }
    _ = entry.press(key)
    return .none
  }

  /// Draws the question over the last rows of the canvas.
  func draw(on canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    guard row >= 0 else { return }
    for row in max(0, row - 1)...row { canvas.clear(row: row) }
    let beginning = "\(label): "
    let column = canvas.page.width(of: beginning)
    canvas.write(beginning, row: row, style: .heading)
    canvas.drawEntry(
      entry.text, before: entry.beforeCaret, row: row, column: column,
      width: max(1, canvas.size.columns - column), isFocused: true)
  }
}
