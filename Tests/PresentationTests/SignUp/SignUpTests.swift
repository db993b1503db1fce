import Domain
import Doubles
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct SignUpTests {
  private let world = TestWorld()

  private func viewModel() -> SceneViewModel<SignUpScene> {
    SignUpScene.viewModel(
      useCases: world.useCases, device: TestWorld.device)
  }

  private func state(
    _ username: String = "", lengths: (Int, Int) = (0, 0), refused: Refusal? = nil
  ) -> SignUpScene.State {
    SignUpScene.State(
      username: Field(.username, "Username", text: username),
      password: HiddenField(.password, "Password", length: lengths.0),
      repetition: HiddenField(.repetition, "Repeat password", length: lengths.1),
      alert: refused.map { Alert($0) })
  }

  private func filled(
    _ username: String, password: String = TestWorld.password, repetition: String? = nil
  ) -> [SignUpScene.Action] {
    [
      .usernameChanged(username), .passwordChanged(secret(password)),
      .repetitionChanged(secret(repetition ?? password)), .signUpPressed,
    ]
  }

  @Test func `typed text is shown, and passwords only by their lengths`() async {
    let viewModel = viewModel()
    #expect(viewModel.state == state())
    let states = await viewModel.perform([
      .usernameChanged("ada"), .passwordChanged(secret("abc")), .repetitionChanged(secret("ab")),
    ])
    #expect(
      states == [state("ada"), state("ada", lengths: (3, 0)), state("ada", lengths: (3, 2))])
  }

  @Test func `a new account is logged in`() async throws {
    let viewModel = viewModel()
    let exits = Exits(of: viewModel)
    let states = await viewModel.perform(filled("Ada"))
    #expect(states.last == state("Ada", lengths: (13, 13)))
    guard case .taken(.signedUp(let new)) = exits.taken.first else {
      Issue.record("unexpected exits: \(exits.taken)")
      return
    }
    #expect(try await world.store.resumeSession(new.token).id == new.session.id)
    #expect(try await world.loggedIn("ada").session.user.username.text == "Ada")
  }

  @Test(
    arguments: [
      ("", TestWorld.password, TestWorld.password, .username(.empty)),
      ("-ada", TestWorld.password, TestWorld.password, .username(.badBeginning)),
      ("a da", TestWorld.password, TestWorld.password, .username(.badCharacter)),
      ("ada", TestWorld.password, "long enough 2", .passwordsDiffer),
      ("ada", "short", "short", .password(.tooShort)),
      ("ada", "", "", .password(.tooShort)),
      ("ada", "aaaaaaaaa", "aaaaaaaaa", .password(.oneCharacterRepeated)),
      ("EVE", TestWorld.password, TestWorld.password, .usernameTaken),
    ] as [(String, String, String, Refusal)])
  func `a refusal keeps the username and clears the passwords`(
    username: String, password: String, repetition: String, refusal: Refusal
  ) async throws {
    _ = try await world.signedUp("eve")
    let states = await viewModel().perform(
      filled(username, password: password, repetition: repetition))
    let lengths = (password.utf8.count, repetition.utf8.count)
    #expect(
      states == [
        state(username), state(username, lengths: (lengths.0, 0)),
        state(username, lengths: lengths), state(username, refused: refusal),
      ])
  }

  @Test func `editing clears the alert`() async {
    let viewModel = viewModel()
    for action in [
      SignUpScene.Action.usernameChanged("a"), .passwordChanged(secret("b")),
      .repetitionChanged(secret("c")),
    ] {
      await viewModel.perform(.signUpPressed)
      #expect(viewModel.state.alert != nil)
      await viewModel.perform(action)
      #expect(viewModel.state.alert == nil)
    }
  }

  @Test func `an error of the store creates no account`() async {
    world.store.fail(with: .store(.busy(cause: "locked")))
    #expect(
      await viewModel().perform(filled("ada")).last
        == state("ada", refused: .store(.busy(cause: "locked"))))
  }

  @Test(arguments: [true, false])
  func `the passwords are wiped after use`(succeeds: Bool) async {
    let viewModel = viewModel()
    let exits = Exits(of: viewModel)
    let typed = secret(TestWorld.password)
    let repeated = secret(succeeds ? TestWorld.password : "long enough 2")
    exits.whenTaken = {
      #expect(typed.count + repeated.count == 0, "the next scene is read without the password")
    }
    await viewModel.perform([
      .usernameChanged("ada"), .passwordChanged(typed), .repetitionChanged(repeated),
      .signUpPressed,
    ])
    #expect(typed.count == 0)
    #expect(repeated.count == 0)
    #expect(exits.taken.count == (succeeds ? 1 : 0))
  }

  @Test func `going back wipes the passwords and leads to Welcome`() async {
    let (typed, repeated) = (secret("typed"), secret("repeated"))
    let exits = await viewModel().exits(
      after: .passwordChanged(typed), .repetitionChanged(repeated), .cancelPressed)
    #expect(typed.count == 0)
    #expect(repeated.count == 0)
    #expect(exits == [.taken(.cancelled)])
  }
}
