import CNcurses

/// The appearance of the styles on a terminal, with or without colours.
struct Palette {
  private let hasColours: Bool

  private enum Pair: Int16 {
    case usual, red, green, cyan, white
  }

  /// Sets up colours, if they are wanted and available.
  @MainActor
  init(hasColours: Bool) {
    self.hasColours = hasColours
    guard hasColours else { return }
    for (pair, colour) in [(Pair.red, COLOR_RED), (.green, COLOR_GREEN), (.cyan, COLOR_CYAN)] {
      init_pair(pair.rawValue, Int16(colour), -1)
    }
    init_pair(Pair.white.rawValue, Int16(COLOR_WHITE), Int16(COLOR_RED))
  }

  subscript(style: Frame.Style) -> (attributes: attr_t, pair: Int16) {
    let (attributes, pair) = look(of: style)
    return (attributes, hasColours ? pair.rawValue : 0)
  }

  private func look(of style: Frame.Style) -> (attr_t, Pair) {
    switch style {
    case .plain: (screen_normal, .usual)
    case .title: (screen_reverse | screen_bold, .usual)
    case .heading: (screen_bold, .usual)
    case .faint: (screen_dim, .usual)
    case .selected: (screen_reverse, .usual)
    case .field: (screen_underline, .usual)
    case .notice: (hasColours ? screen_normal : screen_bold, .green)
    case .alert: (hasColours ? screen_bold : screen_bold | screen_reverse, .white)
    case .bar: (screen_normal, .cyan)
    case .lightBar: (screen_normal, .red)
    }
  }
}
