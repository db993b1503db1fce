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
