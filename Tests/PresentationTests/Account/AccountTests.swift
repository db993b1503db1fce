import Domain
import Doubles
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct AccountTests {
  private let world = TestWorld()
  private let session: Session

  init() async throws {
    session = try await world.signedUp()
  }

  private func load() async throws -> AccountScene.State {
    try await AccountScene.load(in: world.context(of: session))
  }

  private func viewModel() -> SceneViewModel<AccountScene> {
    AccountScene.viewModel(state(), in: world.context(of: session))
  }

  private func state(
    others: [SessionSummary] = [], lengths: (Int, Int, Int) = (0, 0, 0), notice: String? = nil,
    refused: Refusal? = nil
  ) -> AccountScene.State {
    AccountScene.State(
      username: session.user.username, since: session.user.createdAt, otherSessions: others,
      password: HiddenField(.password, "Password", length: lengths.0),
      newPassword: HiddenField(.newPassword, "New password", length: lengths.1),
      repetition: HiddenField(.repetition, "Repeat password", length: lengths.2), notice: notice,
      alert: refused.map { Alert($0) })
  }

  private func form(_ password: String, _ new: String, _ repetition: String)
    -> [AccountScene.Action]
  {
    [
      .passwordChanged(secret(password)), .newPasswordChanged(secret(new)),
      .repetitionChanged(secret(repetition)), .changePasswordPressed,
    ]
  }

  @Test func `before a deletion, a notice names who loses counters`() async throws {
    let viewModel = viewModel()
    #expect(await viewModel.perform(.deletePressed) == [state()])
    let main = try await world.openCounter(in: session)
    for name in ["bea", "carl"] {
      _ = try await world.signedUp(name)
      _ = try await world.useCases.shareCounter(main, with: name, as: .views, in: session)
    }
    let notice = "bea and carl lose the counters that you share"
    #expect(await viewModel.perform(.deletePressed) == [state(notice: notice)])
  }

  @Test func `without other logins there are no other sessions`() async throws {
    #expect(try await load() == state())
  }

  @Test func `other sessions are listed, most recently used first`() async throws {
    var others: [SessionSummary] = []
    for _ in 1...2 {
      world.clock.advance(seconds: 86_400)
      _ = try await world.loggedIn()
      let now = world.clock.now
      others.append(SessionSummary(place: "test", createdAt: now, lastUsedAt: now))
    }
    #expect(try await load() == state(others: others.reversed()))
  }

  @Test func `what changed elsewhere is shown, and leaves what is typed and said`() async throws {
    let viewModel = viewModel()
    await viewModel.perform(.dayStartEntered("noon"))
    #expect(viewModel.state == state(refused: .input(.notADayStart("noon"))))
    let typed = secret("abc")
    await viewModel.perform([.dayStartEntered("6:00"), .passwordChanged(typed)])
    await viewModel.perform(.dayStartEntered("7:00"))
    #expect(viewModel.state.notice == "Your day begins at 07:00")
    let elsewhere = try await world.loggedIn().session
    try await world.useCases.counters.setDayStart(.midnight, in: elsewhere)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.dayStart == .midnight)
    #expect(viewModel.state.otherSessions.count == 1)
    #expect(viewModel.state.notice == "Your day begins at 07:00")
    #expect(viewModel.state.password.length == 3)
    try await world.useCases.logOut(elsewhere, everywhere: true)
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.password.length == 3 && typed.count == 3)
  }

  @Test func `a typed password is shown only by its length`() async {
    let states = await viewModel().perform([
      .passwordChanged(secret("abc")), .newPasswordChanged(secret("ab")),
      .repetitionChanged(secret("a")),
    ])
    #expect(
      states == [
        state(lengths: (3, 0, 0)), state(lengths: (3, 2, 0)), state(lengths: (3, 2, 1)),
      ])
  }

  @Test func `a new password is valid from then on`() async throws {
    let states = await viewModel().perform(
      form(TestWorld.password, "another one 2", "another one 2"))
    #expect(states.last == state(notice: "Password changed"))
    _ = try await world.loggedIn(password: "another one 2")
    await #expect(throws: Refusal.credentialsWrong) { try await world.loggedIn() }
  }

  @Test(
    arguments: [
      ("wrong", "another one 2", "another one 2", .credentialsWrong),
      (TestWorld.password, "another one 2", "another one 3", .passwordsDiffer),
      (TestWorld.password, "short", "short", .password(.tooShort)),
    ] as [(String, String, String, Refusal)])
  func `a refused password changes nothing and clears the form`(
    password: String, new: String, repetition: String, refusal: Refusal
  ) async throws {
    let states = await viewModel().perform(form(password, new, repetition))
    #expect(states.last == state(refused: refusal))
    _ = try await world.loggedIn()
  }

  @Test(arguments: [TestWorld.password, "wrong"])
  func `passwords are wiped after use`(password: String) async {
    let typed = [secret(password), secret("another one 2"), secret("another one 2")]
    await viewModel().perform([
      .passwordChanged(typed[0]), .newPasswordChanged(typed[1]), .repetitionChanged(typed[2]),
      .changePasswordPressed,
    ])
    #expect(typed.map(\.count) == [0, 0, 0])
  }

  @Test func `the password deletes the account`() async throws {
    let viewModel = viewModel()
    let exits = Exits(of: viewModel)
    let typed = secret(TestWorld.password)
    exits.whenTaken = { #expect(typed.count == 0) }
    #expect(
      await viewModel.perform([.passwordChanged(typed), .deleteAccountPressed])
        == [state(lengths: (13, 0, 0))])
    #expect(exits.taken == [.taken(.accountDeleted)])
    await #expect(throws: Refusal.credentialsWrong) { try await world.loggedIn() }
  }

  @Test func `a wrong password deletes nothing`() async throws {
    let states = await viewModel().perform([
      .passwordChanged(secret("wrong")), .deleteAccountPressed,
    ])
    #expect(states.last == state(refused: .credentialsWrong))
    _ = try await world.loggedIn()
  }

  @Test func `a cleared form cannot be submitted again`()
    async throws
  {
    world.store.fail(with: .store(.busy(cause: "locked")))
    let viewModel = viewModel()
    let typed = secret(TestWorld.password)
    await viewModel.perform([.passwordChanged(typed), .logOutPressed])
    #expect(viewModel.state == state(refused: .store(.busy(cause: "locked"))))
    #expect(typed.count == 0)
    world.store.recover()
    #expect(
      await viewModel.perform(.deleteAccountPressed) == [state(refused: .credentialsWrong)])
  }

  @Test func `logging out ends only this session`() async throws {
    let other = try await world.loggedIn().session
    #expect(await viewModel().exits(after: .logOutPressed) == [.taken(.loggedOut)])
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: session) }
    #expect(try await world.store.counters(in: other).count == 1)
  }

  @Test func `logging out everywhere ends all sessions`() async throws {
    let other = try await world.loggedIn().session
    #expect(await viewModel().exits(after: .logOutEverywherePressed) == [.taken(.loggedOut)])
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: other) }
  }

  @Test func `going back wipes typed passwords and leads to Home`() async {
    let typed = [secret("a"), secret("b"), secret("c")]
    let exits = await viewModel().exits(
      after: .passwordChanged(typed[0]), .newPasswordChanged(typed[1]),
      .repetitionChanged(typed[2]), .backPressed)
    #expect(typed.map(\.count) == [0, 0, 0])
    #expect(exits == [.taken(.back)])
  }

  @Test func `an ended session leaves the scene`() async throws {
    try await world.useCases.logOut(session)
    for actions in [
      form(TestWorld.password, "another one 2", "another one 2"),
      [.passwordChanged(secret(TestWorld.password)), .deleteAccountPressed],
      [.logOutEverywherePressed],
    ] {
      let viewModel = viewModel()
      let exits = Exits(of: viewModel)
      await viewModel.perform(actions)
      #expect(exits.taken == [.sessionEnded])
      #expect(viewModel.state.alert == nil)
    }
    await #expect(throws: Refusal.notLoggedIn) { try await load() }
  }
}
