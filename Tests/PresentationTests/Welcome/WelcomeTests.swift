import Domain
import Testing

@testable import Presentation

@MainActor
@Suite struct WelcomeTests {
  private let viewModel = WelcomeConfigurator.viewModel()

  @Test func `Welcome says what Tally is, and what can be done`() {
    #expect(viewModel.state == WelcomeScene.State())
    #expect(viewModel.state.about == "Tally counts things and keeps the counts.")
    #expect(viewModel.state.logIn == "Log in")
    #expect(viewModel.state.signUp == "Sign up")
  }

  @Test func `logging in leaves the scene, and so does signing up`() async {
    #expect(await viewModel.exits(after: .logInPressed) == [.taken(.logIn)])
    let other = WelcomeConfigurator.viewModel()
    #expect(await other.exits(after: .signUpPressed) == [.taken(.signUp)])
  }
}
