import Domain
import Observation

/// The router: enters routes and owns the present scene.
///
/// A scene is loaded before it is shown, and released when it is left.
@MainActor
@Observable
public final class Flow {
  /// The present scene: Welcome, until a route is entered.
  public private(set) var scene: ActiveScene

  /// Who is logged in.
  @ObservationIgnored public private(set) var session: Session?
  /// The session that began in this flow, and so ends with it; `nil` for another one.
  @ObservationIgnored public private(set) var newSession: NewSession?

  @ObservationIgnored let useCases: UseCases
  @ObservationIgnored let watch: (any StoreWatch)?
  @ObservationIgnored let serverURL: ServerURL
  /// The device, with the token that it has since the last login.
  @ObservationIgnored private(set) var device: Device
  @ObservationIgnored private let forget: @MainActor () async throws(Refusal) -> Void
  @ObservationIgnored private let keep: @MainActor (DeviceToken) async -> Void
  @ObservationIgnored private(set) var openCounter: Counter?
  /// How many routes were entered; the last one wins.
  @ObservationIgnored private(set) var entries = 0
  @ObservationIgnored private var ending: Task<Void, Never>?

  /// Creates a flow for a session, or logged out.
  ///
  /// - Parameters:
  ///   - useCases: the use cases.
  ///   - watch: notices changes by others, for users who watch a scene.
  ///   - device: where people log in.
  ///   - session: the session to start with; it does not end with the flow.
  ///   - openCounter: the counter to go back to, if it is known.
  ///   - serverURL: finds the server that invitations lead to.
  ///   - forget: called after the user has ended that session, to remove its saved token.
  ///   - keep: called after a login with the device's token, to save it.
  public init(
    useCases: UseCases, watch: (any StoreWatch)? = nil, device: Device,
    session: Session? = nil, openCounter: Counter? = nil,
    serverURL: @escaping ServerURL = { () throws(Refusal) in nil },
    forget: @escaping @MainActor () async throws(Refusal) -> Void = {},
    keep: @escaping @MainActor (DeviceToken) async -> Void = { _ in }
  ) {
    self.useCases = useCases
    self.watch = watch
    self.device = device
    self.session = session
    self.openCounter = openCounter
    self.serverURL = serverURL
    self.forget = forget
    self.keep = keep
    let welcome = WelcomeScene.viewModel()
    scene = .welcome(welcome)
    tie(welcome)
  }

  /// The route to the present scene.
  public var route: Route { scene.route }

  /// Whether the session began in this flow, and so ends with it.
  public var endsSession: Bool { newSession != nil }

  /// The route to go back to: the open counter, the list if none is open, or the start if logged
  /// out.
  public var returnRoute: Route {
    guard session != nil else { return .start }
    return counterInUse.map { .counter($0.typedName) } ?? .home
  }

  /// Enters a route, and returns once its scene is shown.
  ///
  /// If another route is entered meanwhile, that one is shown. A refusal leads to the list, or to
  /// Welcome when logged out, which shows the reason.
  ///
  /// - Returns: why the route could not be entered, or `nil`.
  @discardableResult
  public func enter(_ route: Route, notice: String? = nil, alert: Alert? = nil) async -> Refusal? {
    await take(Step(route, notice: notice, alert: alert), isAsked: true)
  }

  /// Goes back to `returnRoute`; silently if the counter is gone.
  ///
  /// - Returns: why that failed, or `nil`.
  public func goBack() async -> Refusal? {
    await take(Step(returnRoute, counter: .reread), isAsked: false)
  }

  /// Returns when everything that was sent to the present scene is done, and to those that it led to.
  public func settled() async {
    var entry: Int
    repeat {
      entry = entries
      await scene.shown(by: Settling())()
    } while entry != entries
  }

  /// Ends the session if it began in this flow.
  ///
  /// Every caller waits until it has ended: closing a terminal ends the input and sends a signal,
  /// and the program exits as soon as either is handled.
  public func end() async {
    if let session, endsSession {
      self.session = nil
      ending = Task { [useCases] in await Self.end(session, by: useCases) }
    }
    await ending?.value
  }

  private static func end(_ session: Session, by useCases: UseCases) async {
    // All work is done and nobody else knows the session's token. If it cannot be ended now, it
    // expires, so this is not an error.
    try? await useCases.logOut(session)
  }

  /// The names of the account's counters for completion; empty on errors, which must not interrupt
  /// typing.
  public func counterNames(on shelf: Shelf = .listed) async -> [String] {
    guard let session else { return [] }
    return (try? await useCases.counterNames(on: shelf, in: session)) ?? []
  }

  /// The usernames of the members of one's own counters, for completion.
  public func memberNames() async -> [String] {
    guard let session else { return [] }
    let members = (try? await useCases.members.membersOfOwnCounters(in: session)) ?? []
    return members.map(\.text)
  }

  func take(_ step: Step, isAsked: Bool) async -> Refusal? {
    entries += 1
    let entry = entries
    openCounter = counterInUse
    let isKept = session != nil && !endsSession
    change(session: step.session, counter: step.counter)
    if case .began(let new) = step.session {
      device.token = new.device
      await keep(new.device)
    }
    var step = step
    if isKept, step.session == .ended {
      do { try await forget() } catch { step.alert = Alert(error) }
    }
    do throws(Refusal) {
      let (scene, openCounter) = try await load(step)
      if entry == entries { (self.scene, self.openCounter) = (scene, openCounter) }
      return nil
    } catch {
      let (scene, openCounter) = await sceneAfter(error, on: step, isAsked: isAsked)
      if entry == entries {
        if case .welcome = scene { change(session: .lost, counter: .closed) }
        (self.scene, self.openCounter) = (scene, openCounter)
      }
      return error
    }
  }

  /// The open counter as last read, perhaps with a new name.
  public var counterInUse: Counter? {
    if case .counter(let viewModel) = scene { viewModel.state.counter } else { openCounter }
  }

  private func change(session: SessionChange?, counter: CounterChange) {
    switch session {
    case .began(let new): (self.session, newSession) = (new.session, new)
    case .ended, .lost: (self.session, newSession, openCounter) = (nil, nil, nil)
    case nil: break
    }
    switch counter {
    case .kept, .reread: break
    case .opened(let counter): openCounter = counter
    case .closed: openCounter = nil
    }
  }
}

/// Awaits the end of what was sent to a scene.
private struct Settling: ViewFactory {
  typealias Shown = @MainActor () async -> Void

  func view<Scene: SceneDefinition>(of viewModel: SceneViewModel<Scene>) -> Shown {
    { await viewModel.settled() }
  }
}
