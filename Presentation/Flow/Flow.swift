import Domain
import Observation

/// The router: enters routes, and owns the scene that is shown.
///
/// A scene that must read something has read it before it is shown; one that was left has no owner any more.
@MainActor
@Observable
public final class Flow {
  /// The scene that is shown: Welcome, until a route is entered.
  public private(set) var scene: ActiveScene

  /// Who is logged in.
  @ObservationIgnored public private(set) var session: Session?
  /// Whether the session was begun in this flow, so that it is to end with it.
  @ObservationIgnored public private(set) var endsSession = false

  @ObservationIgnored let useCases: UseCases
  @ObservationIgnored let watch: (any StoreWatch)?
  @ObservationIgnored let place: String
  @ObservationIgnored private let forget: @MainActor () async throws(Refusal) -> Void
  @ObservationIgnored private(set) var openCounter: Counter?
  /// How many routes were entered: the last one wins.
  @ObservationIgnored private(set) var entries = 0
  @ObservationIgnored private var ending: Task<Void, Never>?

  /// A flow of somebody who is logged in, or of nobody.
  ///
  /// - Parameters:
  ///   - useCases: what can be done.
  ///   - watch: for a person who looks at counts for longer than it takes to read them.
  ///   - place: where sessions are begun, in words for the list of sessions: a terminal, say.
  ///   - session: who is logged in; it does not end with the flow.
  ///   - forget: what is done once the person has ended that session: who keeps its token forgets it.
  public init(
    useCases: UseCases, watch: (any StoreWatch)? = nil, place: String,
    session: Session? = nil, forget: @escaping @MainActor () async throws(Refusal) -> Void = {}
  ) {
    self.useCases = useCases
    self.watch = watch
    self.place = place
    self.session = session
    self.forget = forget
    let welcome = WelcomeConfigurator.viewModel()
    scene = .welcome(welcome)
    tie(welcome)
  }

  /// The route to what is shown.
  public var route: Route { scene.route }

  /// The route to go back to: the open counter, or the list when none is open. When nobody is logged in, it is
  /// the start.
  public var returnRoute: Route {
    guard session != nil else { return .start }
    return counterInUse.map { .counter(CounterRef($0)) } ?? .home
  }

  /// Goes to a route, whatever is shown now, and returns once it is shown.
  ///
  /// Where another route is entered in the meantime, that one is shown. What is refused leads to the list, or to
  /// Welcome where nobody is logged in, which says why.
  ///
  /// - Returns: why the route could not be entered; `nil` when it could.
  @discardableResult
  public func enter(_ route: Route, notice: String? = nil, alert: Alert? = nil) async -> Refusal? {
    await take(Step(route, notice: notice, alert: alert), isAsked: true)
  }

  /// Goes back to `returnRoute`, silently where the counter is gone.
  ///
  /// - Returns: why that could not be done; `nil` when it could.
  public func goBack() async -> Refusal? {
    await take(Step(returnRoute), isAsked: false)
  }

  /// Ends what does not outlive the program: a session that was begun in it.
  ///
  /// Returns once it has ended, whoever asked first: a terminal that is closed ends its input and sends a
  /// signal, and the program is gone as soon as one of the two is answered.
  public func end() async {
    if let session, endsSession {
      self.session = nil
      ending = Task { [useCases] in await Self.end(session, by: useCases.logOut) }
    }
    await ending?.value
  }

  private static func end(_ session: Session, by logOut: LogOut) async {
    // All that was asked is done, and nobody knows the session's token any more: where it cannot be
    // ended now, it expires, and that is no reason to call what was done a failure.
    try? await logOut(session)
  }

  /// The names of the account's counters as they are now, for completing them; none where they cannot be
  /// read, since somebody who types is not to be interrupted.
  public func counterNames() async -> [String] {
    guard let session else { return [] }
    let counters = (try? await useCases.counters.counters(in: session)) ?? []
    return counters.map(\.name.text)
  }

  func take(_ step: Step, isAsked: Bool) async -> Refusal? {
    entries += 1
    let entry = entries
    openCounter = counterInUse
    let isKept = session != nil && !endsSession
    change(session: step.session, counter: step.counter)
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

  /// The open counter as it was last heard of: it may have another name than when it was opened.
  private var counterInUse: Counter? {
    if case .counter(let viewModel) = scene { viewModel.state.counter } else { openCounter }
  }

  private func change(session: SessionChange?, counter: CounterChange) {
    switch session {
    case .began(let new): (self.session, endsSession) = (new.session, true)
    case .ended, .lost: (self.session, endsSession, openCounter) = (nil, false, nil)
    case nil: break
    }
    switch counter {
    case .kept: break
    case .opened(let counter): openCounter = counter
    case .closed: openCounter = nil
    }
  }
}
