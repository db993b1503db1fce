extension HistoryScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// The chart with bars for another span: an hour, a day, a week, a month.
    case bars
    /// Older changes too.
    case more

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .bars: ("bars", "show the chart by week, month, hour, or day: the next one")
      case .more: ("more", "show older changes too")
      }
    }
  }
}
