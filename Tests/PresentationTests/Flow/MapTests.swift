import Domain
import Presentation
import Testing

/// Where every exit leads.
@MainActor
@Suite(.limited) struct MapTests {
  private let new: NewSession
  private let tea: Counter

  init() throws {
    tea = Counter(
      id: 7, name: CounterName(text: "Tea", key: "tea"), owner: try Username("ada"), count: 3,
      changedAt: nil)
    let user = User(id: 1, username: try Username("ada"), createdAt: Timestamp(milliseconds: 0))
    let token = try #require(SessionToken(bytes: Array(repeating: 7, count: SessionToken.length)))
    new = NewSession(
      session: Session(id: 1, user: user), token: token,
      device: try #require(DeviceToken(bytes: token.bytes)))
  }

  private func expect<Scene: RoutedScene>(
    _ scene: Scene.Type, _ steps: [(Scene.Exit, Step)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (exit, step) in steps {
      #expect(Scene.step(after: exit) == step, "\(exit)", sourceLocation: sourceLocation)
    }
  }

  @Test func `logged out`() {
    let begun = Step(.start, session: .began(new), notice: "Logged in as ada")
    expect(WelcomeScene.self, [(.logIn, Step(.login)), (.signUp, Step(.signUp))])
    let told = Step(
      .start, session: .began(new),
      notice: "Logged in as ada. Your password was reset on 2026-02-01 by the owner of the store")
    let reset = ZoneRule.utc.civilTime(at: Timestamp(milliseconds: 1_769_904_000_000))
    expect(
      LoginScene.self,
      [
        (.loggedIn(new, passwordReset: nil), begun), (.loggedIn(new, passwordReset: reset), told),
        (.cancelled, Step(.start)),
      ])
    expect(SignUpScene.self, [(.signedUp(new), begun), (.cancelled, Step(.start))])
  }

  @Test func `logged in`() {
    let name = "Tea"
    let back = Step(.counter(name), counter: .reread)
    let lost = Step(
      .home, counter: .closed, alert: Alert(.noSuchCounter(named: "Tea", near: nil)))
    expect(
      CounterScene.self,
      [
        (
          .history(tea, newest: 5, by: nil),
          Step(.history(name, newest: 5, by: nil), counter: .opened(tea))
        ),
        (
          .history(tea, newest: 0, by: .week),
          Step(.history(name, newest: 0, by: .week), counter: .opened(tea))
        ),
        (.members(tea), Step(.members(name), counter: .opened(tea))),
        (.home, Step(.home)),
        (.destination(.account), Step(.account)),
        (.deleted(tea), Step(.home, counter: .closed, notice: "Deleted Tea")),
        (.lost(tea), lost),
      ])
    expect(HistoryScene.self, [(.back(to: tea), back), (.lost(tea), lost)])
    expect(
      MembersScene.self,
      [
        (.back(to: tea), back), (.lost(tea), lost),
        (.left(tea), Step(.home, counter: .closed, notice: "Left Tea")),
      ])
    expect(
      HomeScene.self,
      [
        (.opened(tea), Step(.counter(name), counter: .opened(tea))),
        (.back(toCounterNamed: "Tea"), back),
        (.destination(.account), Step(.account)),
      ])
    expect(
      AccountScene.self,
      [
        (.back, Step(.home)),
        (.loggedOut, Step(.start, session: .ended, notice: "Logged out")),
        (.accountDeleted, Step(.start, session: .ended, notice: "Account deleted")),
      ])
  }

  @Test func `an ended session leads to the start, from everywhere`() {
    let start = Step(.start, session: .lost, alert: Alert(.notLoggedIn))
    func step<Scene: RoutedScene>(_ scene: Scene.Type) -> Step {
      SceneExit<Scene>.sessionEnded.step
    }
    let scenes: [any RoutedScene.Type] = [
      WelcomeScene.self, LoginScene.self, SignUpScene.self, CounterScene.self, HistoryScene.self,
      MembersScene.self, HomeScene.self, AccountScene.self,
    ]
    for scene in scenes { #expect(step(scene) == start, "\(scene)") }
    #expect(SceneExit<HomeScene>.taken(.destination(.account)).step == Step(.account))
  }
}
