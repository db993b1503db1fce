import Domain

/// The user's own counters, and those shared with them.
public enum HomeScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The name of the open counter, to go back to; `nil` if none is open.
    public var openCounter: String?
    /// Own counters by name, then shared ones by owner and name, each with today's sum.
    public var counters: [CounterSummary] = []
    /// The counter that keys count on: the open one, until the user marks another; `nil` if none is
    /// marked. A marked counter that goes away leaves no mark.
    public var marked: Counter.ID?
    /// How often a target was reached on the scene. A toolkit rings when this grows.
    public var targetsReached = 0
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Marks a listed counter.
    case marked(Counter.ID)
    /// Opens a counter by its name.
    case counterChosen(named: String)
    /// Opens a listed counter, whatever its name is by now; `nil` if none is marked.
    case counterOpened(Counter?)
    /// Changes the count of a listed counter; waiting actions on the same counter are done
    /// together. An action with an identifier is done once, and by itself. Without a counter
    /// (`nil` if none is marked) it is refused.
    case countPressed(CountCommand, on: Counter?, id: Change.ID? = nil)
    /// Creates a counter.
    case newCounterNamed(String)
    /// Opens another destination.
    case destinationChosen(Destination)
    /// Leaves the scene.
    case backPressed
    /// Others may have changed the counters.
    case changedElsewhere
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The counters as they are now.
    case listed([CounterSummary])
    /// The user marked a counter.
    case marked(Counter.ID)
    /// The outcome of the last change, the counter after it, and whether any of the changes reached
    /// the target.
    case counted(BatchResult.Outcome, CounterSummary, reachesTarget: Bool)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// To a counter that was opened or created.
    case opened(Counter)
    /// Back to the previously open counter.
    case back(toCounterNamed: String)
    /// To another destination.
    case destination(Destination)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }
}

extension HomeScene {
  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// Adds 1 to the marked counter.
    case add
    /// Subtracts 1 from the marked counter.
    case subtract
    /// Undoes the last change of the marked counter.
    case undo
    /// Asks for the name of a new counter.
    case new
    /// Searches the names while typing.
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

extension [CounterSummary] {
  /// The counters whose names contain the text, ignoring case; all for an empty text.
  public func naming(_ text: String) -> [CounterSummary] {
    guard !text.isEmpty else { return self }
    let wanted = text.foldedForSearch
    return filter {
      let name = $0.counter.typedName.foldedForSearch
      // A combining mark makes one character with what is before it, which may be what is searched.
      return name.contains(wanted) || name.unicodeScalars.contains(wanted.unicodeScalars)
    }
  }
}

extension String {
  /// The text for comparison. Upper-casing first makes `ß` match `SS`, and a final sigma match
  /// others.
  fileprivate var foldedForSearch: String { uppercased().lowercased() }
}
