import Domain
import Doubles
import Presentation
import Synchronization

@testable import PageToolkit

/// A user of a browser without script: follows links, sends forms and is led on.
///
/// The state is that of the scene reached after the last redirect. A field that is filled sends its
/// form as far as it is filled, and so shows what the server makes of it.
@MainActor
final class PagePlayer: Player {
  private let browser: JourneyBrowser
  private var filled: [(FieldName, String)] = []
  /// The choice of the form that is being filled.
  private var deed = ""

  init(in world: JourneyWorld) {
    browser = JourneyBrowser(in: world)
  }

  var scene: ActiveScene { browser.scene }

  /// A page does not change until it is opened again.
  func catchUp() async {}

  func newlyShown() -> String { browser.newlyShown() }

  func play(_ step: Step) async throws {
    switch step {
    case .start: try await browser.open("/")
    case .press(let form): try await press(form)
    case .fill(let field, let text):
      filled.append((field.name, text))
      try await browser.send(nil, filled)
    case .finish(let field, let text):
      try await browser.send(deed, filled + [(field.name, text)])
      filled = []
    case .count(let command): try await count(command)
    case .add(let amount, let time):
      try await browser.send(
        CounterScene.Choice.addSeveral.label, [(.amount, "\(amount)"), (.time, time)])
    case .create(let name):
      try await browser.follow("/counters")
      try await browser.send(HomeScene.Choice.new.label, [(.name, name)])
    case .open(let name): try await open(name)
    case .rename(let name):
      try await browser.send(CounterScene.Choice.rename.label, [(.name, name)])
    case .setTarget(let number, let period):
      try await browser.send(
        CounterScene.Choice.target.label, [(.target, number), (.per, period)])
    case .beginDays(let time):
      try await browser.follow("/account")
      try await browser.send(AccountScene.Choice.day.label, [(.dayStart, time)])
    case .share(let other, let permission):
      try await lookAtMembers()
      let choice: MembersScene.Choice = permission == .counts ? .share : .shareForViewing
      try await browser.send(choice.label, [(.username, other)])
    case .unshare(let other):
      try await lookAtMembers()
      try await browser.send(MembersScene.Choice.unshare.label, [(.username, other)])
    case .leave:
      try await lookAtMembers()
      try await browser.send(MembersScene.Choice.leave.label, [])
    case .look(.members): try await lookAtMembers()
    case .look(.history): try await lookAtHistory()
    case .look(.chart(let span)):
      try await lookAtHistory()
      try await browser.follow { $0.hasSuffix("by=\(span)") }
    case .look(.list): try await browser.follow("/counters")
    case .look(.account): try await browser.follow("/account")
    case .goBack: while try await goesBack() {}
    case .logOut(let everywhere):
      try await browser.follow("/account")
      let choice: AccountScene.Choice = everywhere ? .logOutEverywhere : .logOut
      try await browser.send(choice.label, [])
    // A closed browser stays logged in.
    case .quit: break
    case .wait, .logInElsewhere, .logOutElsewhere, .elsewhere:
      throw PlayFault("There is no page for: \(step)")
    }
  }

  private func press(_ form: Form) async throws {
    filled = []
    switch form {
    case .signUp:
      deed = WelcomeScene.Choice.signUp.label
      try await browser.follow("/signup")
    case .logIn:
      deed = WelcomeScene.Choice.logIn.label
      try await browser.follow("/login")
    case .deleteCounter:
      deed = CounterScene.Choice.delete.label
      try await browser.send(deed, [])
    case .changePassword:
      deed = AccountScene.Choice.password.label
      try await browser.follow("/account")
    case .deleteAccount:
      deed = AccountScene.Choice.delete.label
      try await browser.follow("/account")
      try await browser.send(deed, [])
    }
  }

  private func count(_ command: CountCommand) async throws {
    let (choice, fields): (any SceneChoice, [(FieldName, String)]) =
      switch command {
      case .add(1): (CounterScene.Choice.add, [])
      case .add(-1): (CounterScene.Choice.subtract, [])
      case .add(let amount): (CounterScene.Choice.addSeveral, [(.amount, "\(amount)")])
      case .set(let count): (CounterScene.Choice.set, [(.count, "\(count)")])
      case .reset: (CounterScene.Choice.reset, [])
      case .undo: (CounterScene.Choice.undo, [])
      case .redo: (CounterScene.Choice.redo, [])
      case .revert(let number): (HistoryScene.Choice.revert, [(.entry, "\(number)")])
      }
    if case .revert = command { try await lookAtHistory() }
    try await browser.send(choice.label, fields)
  }

  /// Searches a counter, and opens the found one, or what was typed.
  private func open(_ name: String) async throws {
    try await browser.follow("/counters")
    try await browser.open(PageAddress(.home, search: name).url)
    let found = browser.values(of: .counter).first { $0.lowercased() == name.lowercased() }
    try await browser.send("open", [(.counter, found ?? name)])
  }

  private func lookAtHistory() async throws {
    try await browser.follow { $0.hasSuffix("/history") }
  }

  private func lookAtMembers() async throws {
    if case .members = scene { return }
    try await browser.follow { $0.hasSuffix("/members") }
  }

  /// Goes a step back to the counter or to Welcome; returns whether there was one.
  private func goesBack() async throws -> Bool {
    switch scene {
    case .welcome, .counter: return false
    case .login, .signUp: try await browser.follow("/")
    case .home(let home):
      guard let counter = home.state.openCounter else { return false }
      try await browser.follow(PageAddress(.counter(counter)).url)
    case .history(let history):
      try await browser.follow(PageAddress(.counter(history.state.counter.typedName)).url)
    case .members(let members):
      try await browser.follow(PageAddress(.counter(members.state.counter.typedName)).url)
    default: try await browser.follow("/counters")
    }
    return true
  }
}

extension FormField {
  /// The field's name in a form of a page.
  fileprivate var name: FieldName {
    switch self {
    case .username: .username
    case .password: .password
    case .newPassword: .newPassword
    case .repetition: .repetition
    case .counterName: .name
    }
  }
}
