import Domain

/// The account's counters.
public enum HomeScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The name of the open counter, to which there is a way back; `nil` when none is open.
    public let openCounter: String?
    /// The counters by name.
    public var counters: [Counter] = []
    public var notice: String?
    public var alert: Alert?
  }

  /// What can be done.
  public enum Action: Sendable {
    /// A counter is to be opened.
    case counterChosen(named: String)
    /// Something was done to a counter of the list; several of these on the same one that wait together are done
    /// together.
    case countPressed(CountCommand, on: Counter)
    /// A counter of that name is to be made.
    case newCounterNamed(String)
    /// A way to another place than a counter and the list was taken.
    case destinationChosen(Destination)
    /// The scene is left.
    case backPressed
    /// Others may have changed the counters.
    case changedElsewhere
  }

  /// What came of it.
  public enum Response: Sendable {
    /// The counters by name.
    case listed([Counter])
    /// What was done to a counter last, and the counter as it is now.
    case counted(BatchResult.Outcome, of: Counter)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// To a counter that was opened or made.
    case opened(Counter)
    /// Back to the counter that was open before.
    case back(toCounterNamed: String)
    /// To another place than a counter and the list.
    case destination(Destination)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }
}

extension HomeScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// Adds 1 to the marked counter.
    case add
    /// Subtracts 1 from the marked counter.
    case subtract
    /// Takes the last change of the marked counter back.
    case undo
    /// Asks for the name of a new counter.
    case new
    /// Searches in the names, as one types.
    case search

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .add: (CounterScene.Choice.add.label, "add 1 to the marked counter")
      case .subtract: (CounterScene.Choice.subtract.label, "subtract 1 from the marked counter")
      case .undo: (CounterScene.Choice.undo.label, "undo the last change of the marked counter")
      case .new: ("new", "make a counter and open it")
      case .search: ("search", "search in the names of your counters")
      }
    }
  }
}

extension [Counter] {
  /// The counters whose names have the text in them, ignoring case; all of them for an empty text.
  public func naming(_ text: String) -> [Counter] {
    guard !text.isEmpty else { return self }
    let wanted = text.foldedForSearch
    return filter { $0.name.text.foldedForSearch.contains(wanted) }
  }
}

extension String {
  /// The text as it is compared in a search. By way of upper case `ß` is found as `SS`, and a final sigma as any other.
  fileprivate var foldedForSearch: String { uppercased().lowercased() }
}
