import Domain
import Doubles
import Presentation

@testable import ScreenToolkit

/// A user of the full screen with 24 rows and 80 columns.
@MainActor
final class ScreenPlayer: Player {
  private let flow: Flow
  private let screen: Screen
  private var shown = ""

  init(in world: JourneyWorld) {
    let flow = world.newFlow()
    self.flow = flow
    screen = Screen(
      showing: { flow.scene }, size: Frame.Size(rows: 24, columns: 80), metrics: .ofJourneys,
      calendar: FixedCalendar(),
      quittingEndsSession: { flow.endsSession })
  }

  var scene: ActiveScene { flow.scene }

  func catchUp() async { await flow.scene.catchUp() }

  func play(_ step: Step) async throws {
    switch step {
    case .fill, .finish: break
    default: await leaveRefusedForm()
    }
    switch step {
    case .start:
      await flow.enter(.start)
      await screen.perform()
    case .press(let form): try await press(form)
    case .fill(_, let text): await screen.perform(KeyPress.typing(text) + [.tab])
    case .finish(_, let text): await screen.perform(KeyPress.typing(text) + [.enter])
    case .count(let command): try await count(command)
    case .add(let amount, let time):
      await press(CounterScene.Choice.addSeveral)
      await screen.perform(
        KeyPress.typing("\(amount)") + [.tab] + KeyPress.typing(time) + [.enter])
    case .create(let name):
      try await goHome()
      await answer(HomeScene.Choice.new, with: name)
    case .open(let name):
      try await goHome()
      await answer(HomeScene.Choice.search, with: name)
    case .rename(let name):
      await press(CounterScene.Choice.rename)
      await screen.perform([.eraseLine] + KeyPress.typing(name) + [.enter])
    case .setTarget(let number, let period):
      await press(CounterScene.Choice.target)
      await screen.perform(
        [.eraseLine] + KeyPress.typing(number) + [.tab, .eraseLine] + KeyPress.typing(period)
          + [.enter])
    case .beginDays(let time):
      try await goToAccount()
      await press(AccountScene.Choice.day)
      await screen.perform([.eraseLine] + KeyPress.typing(time) + [.enter])
    case .share(let other, let permission):
      try await goToMembers()
      await answer(
        permission == .counts ? MembersScene.Choice.share : MembersScene.Choice.shareForViewing,
        with: other)
    case .unshare(let other):
      try await goToMembers()
      try await mark(other)
      await press(MembersScene.Choice.unshare)
      await confirm()
    case .leave:
      try await goToMembers()
      await press(MembersScene.Choice.leave)
      await confirm()
    case .look(.members): try await goToMembers()
    case .look(.history): await press(CounterScene.Choice.history)
    case .look(.chart(let span)):
      await press(CounterScene.Choice.history)
      while flow.scene.span != span { await press(HistoryScene.Choice.bars) }
    case .look(.list): try await goHome()
    case .look(.account): try await goToAccount()
    case .goBack:
      while flow.scene.isOnTheWay { await screen.perform([.escape]) }
    case .logOut(let everywhere):
      try await goToAccount()
      await press(everywhere ? AccountScene.Choice.logOutEverywhere : AccountScene.Choice.logOut)
      await confirm()
    case .quit:
      await screen.perform(KeyPress.typing("q"))
      if screen.ending == nil { await confirm() }
      await flow.end()
    case .wait, .logInElsewhere, .logOutElsewhere, .elsewhere:
      throw PlayFault("There is no key for: \(step)")
    }
  }

  func newlyShown() -> String {
    let text = screen.frame?.text ?? ""
    defer { shown = text }
    return text == shown ? "" : text
  }

  private func press(_ form: Form) async throws {
    switch form {
    case .signUp: await press(WelcomeScene.Choice.signUp)
    case .logIn: await press(WelcomeScene.Choice.logIn)
    case .deleteCounter: await press(CounterScene.Choice.delete)
    case .changePassword:
      try await goToAccount()
      await press(AccountScene.Choice.password)
    case .deleteAccount:
      try await goToAccount()
      await press(AccountScene.Choice.delete)
    }
  }

  private func count(_ command: CountCommand) async throws {
    switch command {
    case .add(1): await press(CounterScene.Choice.add)
    case .add(-1): await press(CounterScene.Choice.subtract)
    case .add(let amount): await answer(CounterScene.Choice.addSeveral, with: "\(amount)")
    case .set(let count): await answer(CounterScene.Choice.set, with: "\(count)")
    case .reset: await press(CounterScene.Choice.reset)
    case .undo: await press(CounterScene.Choice.undo)
    case .redo: await press(CounterScene.Choice.redo)
    case .revert(let number):
      await press(CounterScene.Choice.history)
      await answer(HistoryScene.Choice.revert, with: "\(number)")
    }
  }

  /// Leaves a refused form, where letters are typed into fields.
  private func leaveRefusedForm() async {
    switch flow.scene {
    case .counter, .history, .home, .members, .account:
      while screen.frame?.cursor != nil { await screen.perform([.escape]) }
    default: break
    }
  }

  private func goHome() async throws {
    if case .counter = flow.scene { await press(CounterScene.Choice.list) }
    guard case .home = flow.scene else { throw PlayFault("There is no way to the list") }
  }

  private func goToMembers() async throws {
    if case .counter = flow.scene { await press(CounterScene.Choice.members) }
    guard case .members = flow.scene else { throw PlayFault("There is no way to the members") }
  }

  /// Marks a member's row.
  private func mark(_ username: String) async throws {
    let members = flow.scene.members?.state.members ?? []
    guard let row = members.firstIndex(where: { $0.username.text == username }) else {
      throw PlayFault("\(username) is not listed")
    }
    await screen.perform([.home] + Array(repeating: .down, count: row))
  }

  private func goToAccount() async throws {
    switch flow.scene {
    case .counter, .home: await press(Destination.account)
    default: break
    }
    guard case .account = flow.scene else { throw PlayFault("There is no way to the account") }
  }

  private func answer(_ shortcut: some Shortcut, with text: String) async {
    await press(shortcut)
    await screen.perform(KeyPress.typing(text) + [.enter])
  }

  private func confirm() async { await screen.perform(KeyPress.typing("y")) }

  private func press(_ shortcut: some Shortcut) async {
    await screen.perform(KeyPress.typing(String(shortcut.key)))
  }
}

extension ActiveScene {
  /// Whether going back leads from it to the counter or to Welcome.
  fileprivate var isOnTheWay: Bool {
    switch self {
    case .welcome, .counter: false
    case .home(let home): home.state.openCounter != nil
    default: true
    }
  }

  /// The period of the chart's bars.
  fileprivate var span: Span? {
    if case .history(let history) = self { history.state.span } else { nil }
  }
}
