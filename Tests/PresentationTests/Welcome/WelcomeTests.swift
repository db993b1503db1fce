import Domain
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct WelcomeTests {
  private let viewModel = WelcomeScene.viewModel()

  @Test func `Welcome describes Tally and its choices`() {
    #expect(viewModel.state == WelcomeScene.State())
    #expect(viewModel.state.about == "Tally counts things and keeps the counts.")
    #expect(viewModel.state.logIn == "Log in")
    #expect(viewModel.state.signUp == "Sign up")
  }

  @Test func `logging in and signing up leave the scene`() async {
    #expect(await viewModel.exits(after: .logInPressed) == [.taken(.logIn)])
    let other = WelcomeScene.viewModel()
    #expect(await other.exits(after: .signUpPressed) == [.taken(.signUp)])
  }
}
