extension CounterScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// Adds 1.
    case add
    /// Subtracts 1.
    case subtract
    /// Takes the last change back.
    case undo
    /// Makes it again.
    case redo
    /// Asks for a number to add.
    case addSeveral
    /// Asks for a number to set the count to.
    case set
    /// Sets the count to 0.
    case reset
    /// To the changes and the chart.
    case history
    /// To the list of counters.
    case list
    /// Asks for another name.
    case rename
    /// Deletes the counter, once its name was typed.
    case delete

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .add: ("add", "add 1")
      case .subtract: ("subtract", "subtract 1")
      case .undo: ("undo", "take the last change back")
      case .redo: ("redo", "make it again")
      case .addSeveral: ("add N", "add a number; a negative one is subtracted")
      case .set: ("set", "set the count to a number")
      case .reset: ("reset", "set the count to 0")
      case .history: ("history", "show the changes and a chart")
      case .list: ("counters", "show your counters, open or make one")
      case .rename: ("rename", "give the counter another name")
      case .delete: ("delete", "delete the counter")
      }
    }
  }
}
