import Domain

// Which scene follows which: for each scene, where its exits lead, and the route to what it shows. A destination
// says that of itself, next to its name and its key.

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
    case .loggedIn(let new): .begin(new)
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
  public static func route(to state: State) -> Route { .counter(CounterRef(state.counter)) }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .history(let counter, let newest, let span):
      Step(.history(CounterRef(counter), newest: newest, by: span), counter: .opened(counter))
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
    .history(CounterRef(state.name), newest: state.newest, by: state.span)
  }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .back(let counter): Step(.counter(CounterRef(counter)))
    case .lost(let counter): .leave(lost: counter)
    }
  }
}

extension HomeScene: RoutedScene {
  public static func route(to state: State) -> Route { .home }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .opened(let counter): Step(.counter(CounterRef(counter)), counter: .opened(counter))
    case .back(let name): Step(.counter(CounterRef(name)))
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
  fileprivate static func begin(_ new: NewSession) -> Step {
    Step(.start, session: .began(new), notice: AccountWords.loggedIn(as: new.session.user))
  }

  fileprivate static func leave(lost counter: Counter) -> Step {
    Step(
      .home, counter: .closed, alert: Alert(.noSuchCounter(named: counter.name.text, near: nil)))
  }
}
