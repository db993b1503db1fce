import Domain

// The order of scenes: where the exits of each scene lead, and the route to it. A destination
// defines this itself, with its name and its key.

extension WelcomeScene: RoutedScene {
  public static func route(to state: State) -> Route { .start }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .logIn: Step(.login)
    case .signUp: Step(.signUp)
    }
  }
}

extension LoginScene: RoutedScene {
  public static func route(to state: State) -> Route { .login }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .loggedIn(let new, let reset): .begin(new, passwordReset: reset)
    case .cancelled: Step(.start)
    }
  }
}

extension SignUpScene: RoutedScene {
  public static func route(to state: State) -> Route { .signUp }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .signedUp(let new): .begin(new)
    case .cancelled: Step(.start)
    }
  }
}

extension CounterScene: RoutedScene {
  public static func route(to state: State) -> Route { .counter(state.counter.typedName) }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .history(let counter, let newest, let span):
      Step(.history(counter.typedName, newest: newest, by: span), counter: .opened(counter))
    case .members(let counter):
      Step(.members(counter.typedName), counter: .opened(counter))
    case .home: Step(.home)
    case .destination(let destination): Step(.destination(destination))
    case .deleted(let counter):
      Step(.home, counter: .closed, notice: CounterWords.deleted(counter))
    case .lost(let counter): .leave(lost: counter)
    }
  }
}

extension HistoryScene: RoutedScene {
  public static func route(to state: State) -> Route {
    .history(state.counter.typedName, newest: state.newest, by: state.span)
  }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .back(let counter): Step(.counter(counter.typedName), counter: .reread)
    case .lost(let counter): .leave(lost: counter)
    }
  }
}

extension MembersScene: RoutedScene {
  public static func route(to state: State) -> Route { .members(state.counter.typedName) }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .back(let counter): Step(.counter(counter.typedName), counter: .reread)
    case .left(let counter): Step(.home, counter: .closed, notice: MemberWords.left(counter))
    case .leftAsGuest(let counter):
      Step(.start, session: .ended, counter: .closed, notice: MemberWords.left(counter))
    case .lost(let counter): .leave(lost: counter)
    }
  }
}

extension HomeScene: RoutedScene {
  public static func route(to state: State) -> Route { .home }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .opened(let counter): Step(.counter(counter.typedName), counter: .opened(counter))
    case .back(let name): Step(.counter(name), counter: .reread)
    case .destination(let destination): Step(.destination(destination))
    }
  }
}

extension SceneExit where Scene: RoutedScene {
  /// Where the exit leads.
  public var step: Step {
    switch self {
    case .taken(let exit): Scene.step(after: exit)
    case .sessionEnded: Step(.start, session: .lost, alert: Alert(.notLoggedIn))
    }
  }
}

extension Step {
  fileprivate static func begin(_ new: NewSession, passwordReset: CivilTime? = nil) -> Step {
    Step(
      .start, session: .began(new),
      notice: AccountWords.loggedIn(as: new.session.user, passwordReset: passwordReset))
  }

  fileprivate static func leave(lost counter: Counter) -> Step {
    Step(
      .home, counter: .closed, alert: Alert(.noSuchCounter(named: counter.typedName, near: nil)))
  }
}

/// A route to enter, with the changes that go along.
public struct Step: Equatable, Sendable {
  /// The route.
  public let route: Route
  /// What happens to the session; `nil` when it stays the same.
  public let session: SessionChange?
  /// The change of the open counter.
  public let counter: CounterChange
  /// The notice for the next scene.
  public let notice: String?
  /// Why the scene was left, if not by the user.
  public var alert: Alert?

  /// Creates a step; by default only the route changes.
  public init(
    _ route: Route, session: SessionChange? = nil, counter: CounterChange = .kept,
    notice: String? = nil, alert: Alert? = nil
  ) {
    self.route = route
    self.session = session
    self.counter = counter
    self.notice = notice
    self.alert = alert
  }
}

extension Step {
  /// Whether the store has begun or ended a session, so that the step must be taken even later.
  var isFinal: Bool {
    switch session {
    case .began, .ended: true
    case .lost, nil: false
    }
  }
}

/// A change of the session.
public enum SessionChange: Equatable, Sendable {
  /// It has begun.
  case began(NewSession)
  /// The user ended it.
  case ended
  /// It was ended elsewhere, or has expired by this machine's clock.
  case lost
}

/// A change of the open counter.
public enum CounterChange: Equatable, Sendable {
  /// None.
  case kept
  /// None, and the open counter is read again, whatever its name is by now. Another one that has
  /// its name does not take its place.
  case reread
  /// Another counter was opened.
  case opened(Counter)
  /// No counter is open, because it went away.
  case closed
}
