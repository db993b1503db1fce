import Domain
import Doubles
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct LoginTests {
  private let world = TestWorld()

  private func viewModel() -> SceneViewModel<LoginScene> {
    LoginScene.viewModel(
      useCases: world.useCases, device: TestWorld.device)
  }

  private func state(_ username: String = "", length: Int = 0, refused: Refusal? = nil)
    -> LoginScene.State
  {
    LoginScene.State(
      username: Field(.username, "Username", text: username),
      password: HiddenField(.password, "Password", length: length), alert: refused.map { Alert($0) }
    )
  }

  @Test func `the form begins empty`() {
    #expect(viewModel().state == state())
  }

  @Test func `typed text is shown, and a password only by its length`() async {
    let viewModel = viewModel()
    let states = await viewModel.perform([
      .usernameChanged("a"), .usernameChanged("ada"), .passwordChanged(secret("pä")),
      .passwordChanged(secret("p")), .usernameChanged(""),
    ])
    #expect(
      states == [
        state("a"), state("ada"), state("ada", length: 3), state("ada", length: 1),
        state("", length: 1),
      ])
    #expect(viewModel.state == states.last)
  }

  @Test func `the right password logs in`() async throws {
    _ = try await world.signedUp()
    let viewModel = viewModel()
    let exits = Exits(of: viewModel)
    let states = await viewModel.perform([
      .usernameChanged("ADA"), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ])
    #expect(states == [state("ADA"), state("ADA", length: 13)])
    let new = try #require(exits.new)
    #expect(new.session.user.username.text == "ada")
    #expect(try await world.store.resumeSession(new.token).id == new.session.id)
  }

  @Test(arguments: [("ada", "another one 1"), ("eve", TestWorld.password), ("no name", "x")])
  func `wrong credentials get one answer, which keeps the username and clears the password`(
    username: String, password: String
  ) async throws {
    _ = try await world.signedUp()
    let states = await viewModel().perform([
      .usernameChanged(username), .passwordChanged(secret(password)), .logInPressed,
    ])
    #expect(states.last == state(username, refused: .credentialsWrong))
    #expect(states.last?.alert?.fact == "The provided credentials are not correct")
  }

  @Test(arguments: [("", ""), ("ada", ""), ("", "long enough 1")])
  func `an empty field is refused, and the store is not asked`(
    username: String, password: String
  ) async {
    let store = FailingStore(.store(.failed(cause: "touched"))) { method in
      Issue.record("received \(method), expected nothing")
    }
    let viewModel = LoginScene.viewModel(
      useCases: world.useCases(over: store), device: TestWorld.device)
    let states = await viewModel.perform([
      .usernameChanged(username), .passwordChanged(secret(password)), .logInPressed,
    ])
    #expect(states.last == state(username, refused: .credentialsMissing))
    #expect(states.last?.alert?.fact == "Please provide your username and password")
  }

  @Test func `editing either field clears the alert`() async {
    let viewModel = viewModel()
    await viewModel.perform(.logInPressed)
    #expect(viewModel.state == state(refused: .credentialsMissing))
    #expect(await viewModel.perform(.usernameChanged("a")) == [state("a")])
    await viewModel.perform(.logInPressed)
    #expect(viewModel.state == state("a", refused: .credentialsMissing))
    #expect(await viewModel.perform(.passwordChanged(secret("p"))) == [state("a", length: 1)])
  }

  @Test func `after too many attempts the waiting time is shown`() async throws {
    _ = try await world.signedUp()
    let viewModel = viewModel()
    let exits = Exits(of: viewModel)
    for _ in 1...5 {
      let states = await viewModel.perform([
        .usernameChanged("ada"), .passwordChanged(secret("wrong")), .logInPressed,
      ])
      #expect(states.last == state("ada", refused: .credentialsWrong))
    }
    let right: [LoginScene.Action] = [
      .usernameChanged("ada"), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ]
    #expect(await viewModel.perform(right).last == state("ada", refused: .throttled(seconds: 1)))
    world.clock.advance(seconds: 1)
    await viewModel.perform([
      .usernameChanged("ada"), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ])
    #expect(exits.new?.session.user.username.text == "ada")
  }

  @Test func `an error of the store is never a login`() async throws {
    _ = try await world.signedUp()
    world.store.fail(after: 1, with: .store(.failed(cause: "full")))
    let states = await viewModel().perform([
      .usernameChanged("ada"), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ])
    #expect(states.last == state("ada", refused: .store(.failed(cause: "full"))))
  }

  @Test(arguments: [TestWorld.password, "wrong"])
  func `the password is wiped after the attempt`(password: String) async throws {
    _ = try await world.signedUp()
    let viewModel = viewModel()
    let exits = Exits(of: viewModel)
    let typed = secret(password)
    exits.whenTaken = { #expect(typed.count == 0, "the next scene is read without the password") }
    await viewModel.perform([
      .usernameChanged("ada"), .passwordChanged(typed), .logInPressed,
    ])
    #expect(typed.count == 0)
    #expect(exits.taken.count == (password == TestWorld.password ? 1 : 0))
  }

  @Test func `a replaced password is wiped, unless it is the same one`() async {
    let viewModel = viewModel()
    let (first, second) = (secret("first"), secret("second"))
    await viewModel.perform([.passwordChanged(first), .passwordChanged(first)])
    #expect(first.count == 5)
    await viewModel.perform(.passwordChanged(second))
    #expect(first.count == 0)
    #expect(second.count == 6)
  }

  @Test func `going back wipes the password and leads to Welcome`() async {
    let typed = secret("typed")
    let exits = await viewModel().exits(after: .passwordChanged(typed), .cancelPressed)
    #expect(typed.count == 0)
    #expect(exits == [.taken(.cancelled)])
  }
}

extension Exits<LoginScene> {
  /// The session that has begun.
  fileprivate var new: NewSession? {
    if case .taken(.loggedIn(let new, _)) = taken.first, taken.count == 1 { new } else { nil }
  }
}
