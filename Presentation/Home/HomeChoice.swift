extension HomeScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// Asks for the name of a new counter.
    case new
    /// Searches in the names, as one types.
    case search

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .new: ("new", "make a counter and open it")
      case .search: ("search", "search in the names of your counters")
      }
    }
  }
}
