import Doubles
import Journeys
import Presentation

@testable import PageToolkit

/// A user of a browser without script: follows links, sends forms and is led on.
///
/// The state is that of the scene reached after the last redirect. A form that is looked at is sent as
/// far as it is filled, and so shows what the server makes of it.
@MainActor
final class PageHands: Hands {
  private let browser: JourneyBrowser
  /// The choice of the form that is being filled.
  private var choice: (any SceneChoice)?
  private var filled: [(FieldName, String)] = []

  init(in world: JourneyWorld) {
    browser = JourneyBrowser(in: world)
  }

  let pressesWhatIsNotOffered = true

  var scene: ActiveScene { browser.scene }

  /// A page does not change until it is opened again.
  func catchUp() async {}

  func newlyShown() -> String { browser.newlyShown() }

  func start() async throws { try await browser.open("/") }

  func choose(_ choice: any SceneChoice) async throws {
    (self.choice, filled) = (choice, [])
    switch choice {
    case let choice as WelcomeScene.Choice:
      try await browser.follow(choice == .signUp ? "/signup" : "/login")
    case is Destination: try await browser.follow("/account")
    case let choice as CounterScene.Choice: try await choose(choice)
    case let choice as AccountScene.Choice where choice == .delete: try await submit()
    case let choice as HistoryScene.Choice where choice == .bars: try await followNextChart()
    default: break
    }
  }

  private func choose(_ choice: CounterScene.Choice) async throws {
    switch choice {
    case .list: try await browser.follow("/counters")
    case .history: try await browser.follow { $0.hasSuffix("/history") }
    case .members: try await browser.follow { $0.hasSuffix("/members") }
    case .add, .subtract, .undo, .redo, .reset, .delete: try await submit()
    case .addSeveral, .set, .target, .limit, .rename: break
    }
  }

  private func followNextChart() async throws {
    guard case .history(let history) = scene,
      case .nothing(.chartRequested(let span)) = HistoryScene.demand(of: .bars, in: history.state)
    else { return }
    try await browser.follow { $0.hasSuffix("by=\(span)") }
  }

  func choose(_ choice: MembersScene.Choice, for member: String) async throws {
    (self.choice, filled) = (choice, [(.username, member)])
  }

  func type(_ text: String, into field: FieldName) { filled.append((field, text)) }

  func look() async throws { try await browser.send(nil, filled) }

  func submit() async throws {
    let filled = filled
    self.filled = []
    if choice as? HomeScene.Choice == .search {
      return try await open(filled.first?.1 ?? "")
    }
    try await browser.send(choice?.label, filled)
  }

  func confirm() async throws { try await submit() }

  func cancel() {}

  // A closed browser stays logged in.
  func quit() {}

  func goBack() async throws {
    switch scene {
    case .login, .signUp: try await browser.follow("/")
    case .home(let home):
      try await follow(to: home.state.openCounter ?? "")
    case .history(let history): try await follow(to: history.state.counter.typedName)
    case .members(let members): try await follow(to: members.state.counter.typedName)
    default: try await browser.follow("/counters")
    }
  }

  private func follow(to counter: String) async throws {
    try await browser.follow(PageAddress(.counter(counter)).url)
  }

  /// Searches a counter, and opens the found one, or what was typed.
  private func open(_ name: String) async throws {
    try await browser.open(PageAddress(.home, search: name).url)
    let found = browser.values(of: .counter).first { $0.lowercased() == name.lowercased() }
    try await browser.send("open", [(.counter, found ?? name)])
  }
}
