import Domain

extension Flow: SignedInRouting {
  public func showSessionEnded() async {
    showWelcome(alert: Alert(.notLoggedIn))
  }
}

extension Flow: WelcomeRouting {
  public func showLogin() async {
    show(.login(LoginConfigurator.viewModel(logIn: useCases.logIn, routing: self)))
  }

  public func showSignUp() async {
    show(.signUp(SignUpConfigurator.viewModel(signUp: useCases.signUp, routing: self)))
  }
}

extension Flow: LoginRouting, SignUpRouting {
  public func showLoggedIn(_ session: Session) async {
    await begin(session, notice: AccountWords.loggedIn(as: session.user))
  }

  public func showWelcome() async {
    showWelcome(notice: nil)
  }
}

extension Flow: CounterRouting {
  public func showHistory(of counter: Counter, newest: Int) async {
    await showHistory(of: counter, loading: .changesRequested(newest: newest))
  }

  public func showChart(of counter: Counter, by span: Span) async {
    await showHistory(of: counter, loading: .chartRequested(by: span))
  }

  public func showHome() async {
    await showHome(notice: nil)
  }

  public func showHome(afterDeleting counter: Counter) async {
    closeCounter()
    await showHome(notice: CounterWords.deleted(counter))
  }

  public func showHome(afterLosing counter: Counter) async {
    closeCounter()
    await showHome(alert: Alert(.noSuchCounter(named: counter.name.text, near: nil)))
  }

  public func go(to destination: Destination) async {
    guard let session else { return }
    switch destination {
    case .account: await showAccount(in: session)
    }
  }

  private func showAccount(in session: Session) async {
    let account = AccountConfigurator.viewModel(
      session: session, useCases: useCases, days: days, routing: self)
    await account.perform(.appeared)
    show(.account(account), in: session)
  }

  private func showHistory(of counter: Counter, loading action: HistoryScene.Action) async {
    guard let session else { return }
    let history = HistoryConfigurator.viewModel(
      counter: counter, session: session, useCases: useCases, days: days, watch: watch,
      routing: self)
    await history.perform(action)
    show(.history(history), in: session)
  }
}

extension Flow: HistoryRouting, HomeRouting {
  public func showCounter(_ counter: Counter) async {
    showCounter(counter, notice: nil)
  }

  public func showOpenCounter() async {
    guard let session, let openCounter else {
      return await showHome(alert: Alert(.noCounterOpen))
    }
    do {
      showCounter(try await useCases.counters.refreshed(openCounter, in: session), notice: nil)
    } catch .notLoggedIn {
      await showSessionEnded()
    } catch .noSuchCounter {
      // Nobody asked for anything that is refused now: the list says that no counter is open.
      closeCounter()
      await showHome()
    } catch {
      await showHome(alert: Alert(error))
    }
  }
}

extension Flow: AccountRouting {
  public func showLoggedOut() async {
    showWelcome(notice: AccountWords.loggedOut)
  }

  public func showAccountDeleted() async {
    showWelcome(notice: AccountWords.accountDeleted)
  }
}
