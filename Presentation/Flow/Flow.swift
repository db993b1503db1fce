import Domain
import Observation

/// Which scene follows which.
///
/// Owns the scene that is shown; one that was left has no owner any more. A scene that must read
/// something has read it before it is shown.
@MainActor
@Observable
public final class Flow {
  /// The scene that is shown.
  public private(set) var scene: Scene

  @ObservationIgnored let useCases: UseCases
  @ObservationIgnored let days: any Days
  @ObservationIgnored let watch: (any StoreWatch)?
  @ObservationIgnored private(set) var session: Session?
  @ObservationIgnored private(set) var openCounter: Counter?
  @ObservationIgnored private var ending: Task<Void, Never>?

  /// A flow in which nobody is logged in.
  ///
  /// `watch` is for a person who looks at counts for longer than it takes to read them.
  public init(useCases: UseCases, days: any Days, watch: (any StoreWatch)? = nil) {
    self.useCases = useCases
    self.days = days
    self.watch = watch
    // A scene can name the flow as its way out only once every property of the flow has a value.
    scene = .welcome(WelcomeConfigurator.viewModel(routing: nil))
    showWelcome()
  }

  /// Goes on with the saved login, if there is one.
  public func start() async {
    do {
      guard let session = try await useCases.resumeSession() else { return }
      await begin(session, notice: nil)
    } catch {
      showWelcome(alert: Alert(error))
    }
  }

  /// Whether somebody is logged in only for as long as the program runs.
  public var endsSession: Bool { session.map { !$0.isSaved } ?? false }

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

  func begin(_ session: Session, notice: String?) async {
    self.session = session
    do {
      guard let counter = try await useCases.counters.openCounter(in: session) else {
        return await showHome(notice: notice)
      }
      showCounter(counter, notice: notice)
    } catch {
      await showHome(notice: notice, alert: Alert(error))
    }
  }

  func showWelcome(notice: String? = nil, alert: Alert? = nil) {
    session = nil
    openCounter = nil
    scene = .welcome(WelcomeConfigurator.viewModel(notice: notice, alert: alert, routing: self))
  }

  func show(_ scene: Scene) {
    self.scene = scene
  }

  func showCounter(_ counter: Counter, notice: String?) {
    guard let session else { return }
    openCounter = counter
    show(
      .counter(
        CounterConfigurator.viewModel(
          counter: counter, notice: notice, session: session, useCases: useCases, days: days,
          watch: watch, routing: self)))
  }

  func showHome(notice: String? = nil, alert: Alert? = nil) async {
    guard let session else { return }
    let home = HomeConfigurator.viewModel(
      openCounter: openCounter?.name.text, notice: notice, alert: alert, session: session,
      useCases: useCases, days: days, watch: watch, routing: self)
    await home.perform(.appeared)
    show(.home(home), in: session)
  }

  func show(_ loaded: Scene, in session: Session) {
    // While the scene was read, the session may have been found ended, which led elsewhere.
    if self.session == session { show(loaded) }
  }

  func closeCounter() {
    openCounter = nil
  }
}
