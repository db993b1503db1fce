import Commands
import Domain
import Presentation
import Terminal

/// Finds the scene of a command, and goes there and back.
@MainActor
struct LineNavigator {
  /// Thrown by the command that quits.
  struct Quitting: Error {}

  let flow: Flow
  var terminal: LineTerminal
  /// Shows the flow on the full screen until the user leaves it.
  let openScreen: () async throws -> Void
  /// The context of commands that work as in a shell.
  let makeContext: @MainActor () throws -> CommandContext

  /// Shows the first scene.
  func begin() async throws {
    if terminal.dialogue.isInteractive, !terminal.isQuiet, case .welcome = flow.scene {
      try await view.show()
    } else {
      try showScene()
    }
  }

  /// A refusal of a command with --verbose.
  struct VerboseRefusal: Error {
    let refusal: Refusal
  }

  /// Runs a line and prints the result.
  ///
  /// - Throws: the refusal, perhaps as a `VerboseRefusal`.
  func carryOut(_ line: InputLine) async throws {
    let request = try LineRequest(line.text)
    await terminal.dialogue.remember(line)
    if request.isEntrance, flow.session != nil {
      // The session may have ended elsewhere. Entering a scene asks the store.
      do { try await enter(.account) } catch Refusal.notLoggedIn {}
    }
    try request.check(in: LineContext(flow.scene.state))
    switch request {
    case .text(let text):
      try await terminal.output.write(help: text)
    case .scene(let command, let options, let meaning):
      let navigator = quiet(by: options)
      if let meaning { await navigator.remark(meaning) }
      try await reporting(options) {
        do {
          try await navigator.carryOut(command, from: line)
        } catch let refusal as Refusal where command.isChange {
          throw refusal.afterChange
        }
      }
    case .command(let command):
      let options = command.options.values
      try await reporting(options) { try await quiet(by: options).carryOut(command) }
    }
  }

  private func reporting(_ options: CommonValues, _ body: () async throws -> Void) async throws {
    if options.verbose, !terminal.isQuiet, !options.quiet {
      try makeContext().nameStore()
    }
    do {
      try await body()
    } catch let refusal as Refusal where options.verbose {
      throw VerboseRefusal(refusal: refusal)
    }
  }

  /// The navigator for one line, which may have `--quiet` even if the session has not.
  private func quiet(by options: CommonValues) -> LineNavigator {
    var navigator = self
    navigator.terminal.isQuiet = terminal.isQuiet || options.quiet
    return navigator
  }

  /// Runs a command as in a shell, with the session's login and open counter.
  private func carryOut(_ command: any Command) async throws {
    if let open = flow.counterInUse, command.leaves(open) {
      // Only a scene can leave the counter that is open in the session.
      try await members().viewModel.perform(.leavePressed)
      return try showScene()
    }
    let context = try context()
    if let meaning = command.chosenMeaning { await context.remark(meaning) }
    var refusal: Refusal?
    do throws(Refusal) { try await command.run(context) } catch { refusal = error }
    // The command may have changed the open counter, or ended the session.
    if flow.session != nil { _ = await flow.goBack() }
    if let refusal { throw refusal }
  }

  /// Says which meaning of a word was chosen, if a counter has that name.
  private func remark(_ meaning: ChosenMeaning) async {
    guard !terminal.isQuiet,
      await flow.counterNames().contains(where: { $0.lowercased() == meaning.word })
    else { return }
    terminal.output.writeError(meaning.sentence(typedAfter: ""))
  }

  /// The context of a command that works as in a shell.
  private func context() throws -> CommandContext {
    let dialogue = terminal.dialogue
    var context = try makeContext()
    context.isQuiet = terminal.isQuiet
    context.inputs = CommandInputs(person: { dialogue }, lines: { dialogue })
    context.place = (flow.session, openCounter: flow.counterInUse)
    return context
  }

  private func carryOut(_ command: SceneCommand, from line: InputLine) async throws {
    switch command {
    case .help:
      try await terminal.print(
        LineHelp.lines(in: LineContext(flow.scene.state), on: terminal.metrics()))
    case .clear:
      if terminal.dialogue.isInteractive {
        try terminal.output.write(text: "\u{1B}[H\u{1B}[2J\u{1B}[3J")
      }
    case .quit:
      throw Quitting()
    case .logIn(let username):
      if let user = flow.session?.user {
        if !terminal.isQuiet { try terminal.print(sentences: [AccountWords.loggedIn(as: user)]) }
        return
      }
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
    case .add(let amount, let time, let note):
      try await counter().add(amount, at: time, note: note)
      try raiseAlert()
    case .revert(let number):
      // Without changes, since the line prints none of them.
      try await counter().viewModel.perform(.historyPressed(newest: 0))
      let history = try here(flow.scene.history)
      await history.perform(.entryReverted(number))
      if history.state.targetsReached > 0, !terminal.isQuiet { terminal.output.ring() }
      try showScene()
      try terminal.print(sentences: [CounterWords.count(history.state.counter)])
    case .rename(let name):
      try await counter().viewModel.perform(.renamed(to: name))
      try showScene()
    case .delete:
      try await counter().delete()
      try showScene()
    case .target(let target, let isLimit, let period):
      let action = target.map {
        CounterScene.Action.targetEntered($0, isLimit: isLimit, per: period)
      }
      try await counter().viewModel.perform(action ?? .targetRemoved)
      try showScene()
    case .members:
      try await members().show()
    case .share(let username, let permission):
      try await members().viewModel.perform(.shared(with: username, as: permission))
      try showScene()
      if !terminal.isQuiet { try terminal.print(sentences: [MemberWords.visibility]) }
    case .unshare(let username):
      try await members().viewModel.perform(.unshared(with: username))
      try showScene()
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
      try showScene()
    case .new(let name):
      try await home().viewModel.perform(.newCounterNamed(name))
      try showScene()
    case .go(let destination, let choice):
      try await enter(.destination(destination))
      if let choice { await view.carryOut(choice) }
      try await view.show()
    case .day(let start):
      try await account().viewModel.perform(.dayStartEntered(start))
      try showScene()
    case .password:
      try await account().changePassword()
      try showScene()
    case .deleteAccount:
      try await account().delete()
      try showScene()
    case .screen:
      try await openScreen()
      // The screen has shown its own messages.
      try await goBack()
      try view.showLines()
    case .logOut(let everywhere):
      try await account().viewModel.perform(everywhere ? .logOutEverywherePressed : .logOutPressed)
      try showScene()
    }
  }

  /// Goes back from a scene that was only shown for one command.
  func goBack() async throws {
    guard flow.route != flow.returnRoute else { return }
    if let refusal = await flow.goBack() { throw refusal }
  }

  private var view: any LineView { flow.scene.shown(by: LineViewFactory(terminal: terminal)) }

  private func raiseAlert() throws {
    if let alert = flow.scene.state.alert { throw alert.refusal }
  }

  private func showScene() throws { try view.showOutcome() }

  private func showHistory() async throws {
    try await HistoryLineView(viewModel: try here(flow.scene.history), terminal: terminal).show()
  }

  private func counter() async throws -> CounterLineView {
    // If no counter is open, an ended session is reported first.
    if case .home = flow.scene { try await enter(.home) }
    return CounterLineView(
      viewModel: try here(flow.scene.counter, else: .noCounterOpen), terminal: terminal)
  }

  private func members() async throws -> MembersLineView {
    try await counter().viewModel.perform(.membersPressed)
    return MembersLineView(viewModel: try here(flow.scene.members), terminal: terminal)
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

  /// The scene that a command needs. If the flow is elsewhere, throws that scene's alert, or else
  /// `refusal`.
  private func here<ViewModel>(_ viewModel: ViewModel?, else refusal: Refusal = .notLoggedIn)
    throws -> ViewModel
  {
    guard let viewModel else { throw flow.scene.state.alert?.refusal ?? refusal }
    return viewModel
  }
}
