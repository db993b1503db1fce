import Domain

/// The sum of all counters.
public enum TotalScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    public let username: Username
    /// The sum of the account's counts.
    public var total: Int64 = 0
    public var notice: String?
    public var alert: Alert?

    package init(username: Username) { self.username = username }
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Loads the scene again.
    case refreshPressed
    /// Leaves the scene.
    case backPressed
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The sum of the counts.
    case added(Int64)
  }

  /// How the scene is left.
  public enum Exit: Sendable {
    /// To the list of counters.
    case back
  }

  /// The scene's choices; at the line, they follow `total`.
  public enum Choice: SceneChoice {
    /// Loads the scene again.
    case refresh

    public var label: String {
      switch self {
      case .refresh: "refresh"
      }
    }

    public var meaning: String {
      switch self {
      case .refresh: "add the counts up again"
      }
    }
  }
}

extension TotalScene: ChoosingScene {
  public static func demand(of choice: Choice, in state: State, id: Change.ID?) -> Demand<Action> {
    switch choice {
    case .refresh: .nothing(.refreshPressed)
    }
  }
}

struct TotalInteractor: Interactor {
  typealias Scene = TotalScene

  let context: SceneContext

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    switch action {
    case .refreshPressed: respond(try await look())
    case .backPressed: return .back
    }
    return nil
  }

  func look() async throws(Refusal) -> Scene.Response {
    var total: Int64 = 0
    for counter in try await context.useCases.counters.counters(in: context.session) {
      let (sum, isOver) = total.addingReportingOverflow(counter.count)
      if isOver { throw .outOfRange }
      total = sum
    }
    return .added(total)
  }
}

struct TotalPresenter: Presenter {
  typealias Scene = TotalScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .added(let total): next.total = total
    }
    return next
  }
}

/// Routing and wiring of the scene.
extension TotalScene: DestinationScene {
  public static let label = "total"
  public static let meaning = "go to Total"
  public static let choices: [any SceneChoice] = Choice.allCases

  public static func load(in context: SceneContext) async throws(Refusal) -> State {
    let response = try await TotalInteractor(context: context).look()
    return TotalPresenter().present(
      response, after: State(username: context.session.user.username))
  }

  public static func viewModel(_ state: State, in context: SceneContext) -> SceneViewModel<Self> {
    SceneViewModel(
      state: state, interactor: TotalInteractor(context: context), presenter: TotalPresenter())
  }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .back: Step(.home)
    }
  }
}
