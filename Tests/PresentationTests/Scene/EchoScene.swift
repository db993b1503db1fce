import Domain
import Presentation

/// A scene for tests that echoes its actions.
enum EchoScene: SceneDefinition {
  struct State: SceneState {
    var notice: String?
    var alert: Alert?
    var lines: [String] = []
  }

  enum Action: Equatable, Sendable {
    /// Answered with its words as the notice, and one more line.
    case said(String)
    /// Refused.
    case asked(String)
    /// Answered once for each of its words.
    case listed([String])
    /// Leaves the scene, without an answer.
    case left
    /// Refused because the session has ended.
    case forgot
    /// Not caused by the user; answered with one more line.
    case appeared
  }

  enum Response: Sendable {
    case heard(String)
    case appeared
  }

  enum Exit: Sendable {
    case left
  }

  static func isByPerson(_ action: Action) -> Bool { action != .appeared }
}

struct EchoPresenter: Presenter {
  typealias Scene = EchoScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .heard(let words):
      next.notice = words
      next.lines.append(words)
    case .appeared: next.lines.append("appeared")
    }
    return next
  }
}

/// Records its calls, and waits before each answer if there is a gate.
@MainActor
final class EchoInteractor: Interactor {
  typealias Scene = EchoScene

  private(set) var received: [Scene.Action] = []
  private let gate: Gate?

  init(gate: Gate? = nil) {
    self.gate = gate
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    received.append(action)
    await gate?.pass()
    switch action {
    case .said(let words): respond(.heard(words))
    case .asked(let words): throw .input(.notANumber(words))
    case .listed(let words): words.forEach { respond(.heard($0)) }
    case .left: return .left
    case .forgot: throw .notLoggedIn
    case .appeared: respond(.appeared)
    }
    return nil
  }
}

extension SceneViewModel<EchoScene> {
  convenience init(
    _ interactor: any Interactor<EchoScene> = EchoInteractor(),
    state: EchoScene.State = EchoScene.State()
  ) {
    self.init(state: state, interactor: interactor, presenter: EchoPresenter())
  }
}
