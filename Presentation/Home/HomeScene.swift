import Domain

/// The account's counters.
public enum HomeScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The name of the open counter, to which there is a way back; `nil` when none is open.
    public let openCounter: String?
    /// The counters by name: name, count, when it was last changed.
    public var counters = Table.emptyList
    public var notice: String?
    public var alert: Alert?

    public var lines: [String] { openCounter == nil ? [Refusal.noCounterOpen.sentence] : [] }
  }

  /// What can be done.
  public enum Action: Sendable {
    /// The scene is about to be shown.
    case appeared
    /// The person wants to see the counters as they are now.
    case listRequested
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
    /// Why nothing was done.
    case refused(Refusal)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    switch action {
    case .appeared, .changedElsewhere: false
    default: true
    }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }
}

/// The ways out of `HomeScene`.
@MainActor
public protocol HomeRouting: SignedInRouting {
  /// To a counter, which is the open one now.
  func showCounter(_ counter: Counter) async
  /// Back to the open counter.
  func showOpenCounter() async
  /// To another place than a counter and the list.
  func go(to destination: Destination) async
}
