import Domain
import Presentation

/// Which scene a command belongs to, and the way there and back.
@MainActor
struct LineNavigator {
  /// The person is done.
  struct Quitting: Error {}

  let flow: Flow
  let terminal: LineTerminal
  /// Shows the flow on the full screen until that is left.
  let openScreen: () async throws -> Void
  /// What commands work with that do the same as in a shell.
  let makeContext: @MainActor () throws -> CommandContext

  /// Shows what the session begins with.
  func begin() async throws {
    if terminal.dialogue.isInteractive, case .welcome = flow.scene {
      try await view.show()
    } else {
      try showScene()
    }
  }

  /// A command was refused that was told to print the underlying error too.
  struct VerboseRefusal: Error {
    let refusal: Refusal
  }

  /// Carries a line out and prints what came of it.
  ///
  /// - Throws: what it was refused for, be it a `VerboseRefusal`.
  func carryOut(_ line: InputLine) async throws {
    switch try LineRequest(line.text, in: LineContext(flow.scene.state)) {
    case .text(let text):
      try terminal.output.write(help: text)
    case .scene(let command, let options):
      try await reporting(options) {
        do {
          try await carryOut(command, from: line, isQuiet: options.quiet)
        } catch let refusal as Refusal where command.isChange {
          throw refusal.afterChange
        }
      }
    case .command(let command):
      try await reporting(command.allOptions) { try await carryOut(command) }
    }
  }

  private func reporting(_ options: SharedOptions, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let refusal as Refusal where options.verbose {
      throw VerboseRefusal(refusal: refusal)
    }
  }

  /// Does what a shell would, with whoever is logged in here and the counter that is open here.
  private func carryOut(_ command: any Command) async throws {
    let dialogue = terminal.dialogue
    var context = try makeContext()
    context.isQuiet = command.allOptions.quiet
    context.inputs = CommandInputs(person: { dialogue }, lines: { dialogue })
    context.place = SessionPlace(session: flow.session, openCounter: flow.counterInUse)
    var refusal: Refusal?
    do throws(Refusal) { try await command.run(context) } catch { refusal = error }
    // The open counter may have another count or name by now, or be gone, or nobody be logged in any more.
    if flow.session != nil { _ = await flow.goBack() }
    if let refusal { throw refusal }
  }

  private func carryOut(_ command: LineCommand, from line: InputLine, isQuiet: Bool) async throws {
    switch command {
    case .help:
      try terminal.print(LineHelp.lines(in: LineContext(flow.scene.state), on: terminal.page()))
    case .clear:
      if terminal.dialogue.isInteractive {
        try terminal.output.write(text: "\u{1B}[H\u{1B}[2J\u{1B}[3J")
      }
    case .quit:
      throw Quitting()
    case .logIn(let username):
      try await enter(.login)
      let login = LoginLineView(viewModel: try here(flow.scene.login), terminal: terminal)
      try await login.logIn(username: username)
      try showScene()
    case .signUp(let username):
      try await enter(.signUp)
      let signUp = SignUpLineView(viewModel: try here(flow.scene.signUp), terminal: terminal)
      try await signUp.signUp(username: username)
      try showScene()
    case .count(let command):
      try await counter().count(command, from: line)
      try raiseAlert()
    case .rename(let name):
      try await counter().viewModel.perform(.renamed(to: name))
      try showScene(isQuiet: isQuiet)
    case .delete:
      try await counter().delete()
      try showScene(isQuiet: isQuiet)
    case .history(let newest):
      try await counter().viewModel.perform(.historyPressed(newest: newest))
      try await showHistory()
    case .chart(let span):
      try await counter().viewModel.perform(.chartPressed(by: span))
      try await showHistory()
    case .list:
      try await home().list()
    case .open(let name):
      try await home().viewModel.perform(.counterChosen(named: name))
      try showScene(isQuiet: isQuiet)
    case .new(let name):
      try await home().viewModel.perform(.newCounterNamed(name))
      try showScene(isQuiet: isQuiet)
    case .go(let destination, let choice):
      try await enter(.destination(destination))
      if let choice { await view.carryOut(choice) }
      try await view.show()
    case .password:
      try await account().changePassword()
      try showScene()
    case .deleteAccount:
      try await account().delete()
      try showScene()
    case .screen:
      try await openScreen()
      // What was said on the screen was read there.
      try await goBack()
      try view.showLines()
    case .logOut(let everywhere):
      try await account().viewModel.perform(everywhere ? .logOutEverywherePressed : .logOutPressed)
      try showScene()
    }
  }

  /// Goes back from a scene that a command only looked at to the one where the next is typed.
  func goBack() async throws {
    guard flow.route != flow.returnRoute else { return }
    if let refusal = await flow.goBack() { throw refusal }
  }

  private var view: any LineView { flow.scene.shown(by: LineViewFactory(terminal: terminal)) }

  private func raiseAlert() throws {
    if let alert = flow.scene.state.alert { throw alert.refusal }
  }

  private func showScene(isQuiet: Bool = false) throws {
    if isQuiet { try raiseAlert() } else { try view.showOutcome() }
  }

  private func showHistory() async throws {
    try await HistoryLineView(viewModel: try here(flow.scene.history), terminal: terminal).show()
  }

  private func counter() async throws -> CounterLineView {
    // Somebody who counts without an open counter is told first where the session has ended in the meantime.
    if case .home = flow.scene { try await enter(.home) }
    return CounterLineView(
      viewModel: try here(flow.scene.counter, else: .noCounterOpen), terminal: terminal)
  }

  private func home() async throws -> HomeLineView {
    try await enter(.home)
    return HomeLineView(viewModel: try here(flow.scene.home), terminal: terminal)
  }

  private func account() async throws -> AccountLineView {
    try await enter(.account)
    return AccountLineView(viewModel: try here(flow.scene.account), terminal: terminal)
  }

  private func enter(_ route: Route) async throws {
    if let refusal = await flow.enter(route) { throw refusal }
  }

  /// The scene that a command needs. If the flow went elsewhere, it says there why, or else `refusal` does.
  private func here<ViewModel>(_ viewModel: ViewModel?, else refusal: Refusal = .notLoggedIn)
    throws -> ViewModel
  {
    guard let viewModel else { throw flow.scene.state.alert?.refusal ?? refusal }
    return viewModel
  }
}

extension ActiveScene {
  var welcome: SceneViewModel<WelcomeScene>? {
    if case .welcome(let viewModel) = self { viewModel } else { nil }
  }

  var login: SceneViewModel<LoginScene>? {
    if case .login(let viewModel) = self { viewModel } else { nil }
  }

  var signUp: SceneViewModel<SignUpScene>? {
    if case .signUp(let viewModel) = self { viewModel } else { nil }
  }

  var counter: SceneViewModel<CounterScene>? {
    if case .counter(let viewModel) = self { viewModel } else { nil }
  }

  var history: SceneViewModel<HistoryScene>? {
    if case .history(let viewModel) = self { viewModel } else { nil }
  }

  var home: SceneViewModel<HomeScene>? {
    if case .home(let viewModel) = self { viewModel } else { nil }
  }

  var account: SceneViewModel<AccountScene>? {
    if case .account(let viewModel) = self { viewModel } else { nil }
  }
}
