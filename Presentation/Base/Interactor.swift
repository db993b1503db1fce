import Domain

/// Decides what an action leads to: it calls use cases and produces no text. It receives the state
/// and keeps no copy.
@MainActor
public protocol Interactor<Scene> {
  /// The scene.
  associatedtype Scene: SceneDefinition

  /// Handles an action; calls `respond` once for each resulting state.
  ///
  /// - Returns: the exit that is taken, or `nil`.
  /// - Throws: why the action was refused. Earlier responses stay.
  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit?

  /// Handles several actions that share one transaction, up to the first refused one.
  func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit?

  /// How many of the first actions are handled together, 1 or more.
  func batchLength(of actions: ArraySlice<Scene.Action>) -> Int

  /// Ticks after which the scene performs `changedElsewhere`; `nil` without a watch.
  var ticks: AsyncStream<Void>? { get }
}

extension Interactor {
  /// Most scenes show nothing that others can change.
  public var ticks: AsyncStream<Void>? { nil }

  /// Most scenes handle one action at a time.
  public func batchLength(of actions: ArraySlice<Scene.Action>) -> Int { 1 }

  /// Handles the first action.
  public func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    guard let action = actions.first else { return nil }
    return try await handle(action, in: state, respond: respond)
  }
}

/// Computes the next state from a response and the previous state, without side effects.
public protocol Presenter<Scene>: Sendable {
  /// The scene.
  associatedtype Scene: SceneDefinition

  /// The state after `response`. After an action by the user, `state` has no notice or alert.
  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State

  /// The state after a refused action.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State
}

extension Presenter {
  /// By default, keeps the state and adds an alert.
  public func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    state.refused(refusal)
  }
}

/// Holds the password of a hidden field. The state knows only its length. It is wiped when
/// it is replaced.
@MainActor
final class SecretHolder {
  private(set) var secret = SecretHolder.none

  /// Stores a secret and returns its length in bytes.
  func hold(_ new: Secret) -> Int {
    if new !== secret { secret.wipe() }
    secret = new
    return new.count
  }

  func wipe() {
    _ = hold(Self.none)
  }

  private static var none: Secret { Secret(capacity: 0) }
}

/// What a logged-in user's scenes need.
public struct SceneContext: Sendable {
  /// Who is logged in.
  public let session: Session
  /// The use cases.
  public let useCases: UseCases
  /// Notices changes by others; `nil` if nobody watches the scenes.
  public let watch: (any StoreWatch)?
  /// By which the account knows the device, if it does.
  public let device: DeviceToken?
  /// The URL of the server for links to it; `nil` if none runs.
  public let serverURL: ServerURL

  /// Creates a context from its parts.
  public init(
    session: Session, useCases: UseCases, watch: (any StoreWatch)? = nil,
    device: DeviceToken? = nil, serverURL: @escaping ServerURL = { () throws(Refusal) in nil }
  ) {
    self.session = session
    self.useCases = useCases
    self.watch = watch
    self.device = device
    self.serverURL = serverURL
  }
}

/// Finds the URL of the server that runs for the store, without a slash at its end; `nil` if none does.
public typealias ServerURL = @Sendable () async throws(Refusal) -> String?
