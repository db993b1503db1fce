import Domain
import Testing

@testable import Presentation

@MainActor
@Suite struct WelcomeTests {
  @Test func `Welcome says what Tally is, and what can be done`() {
    let spy = RoutingSpy()
    let viewModel = WelcomeConfigurator.viewModel(routing: spy)
    #expect(viewModel.state == WelcomeScene.State())
    #expect(viewModel.state.about == "Tally counts things and keeps the counts.")
    #expect(viewModel.state.logIn == "Log in")
    #expect(viewModel.state.signUp == "Sign up")
    #expect(viewModel.state.lines == [])
  }

  @Test func `Welcome passes on what the last scene had to say`() {
    let viewModel = WelcomeConfigurator.viewModel(
      notice: "Logged out", alert: Alert(.notLoggedIn), routing: nil)
    #expect(
      viewModel.state == WelcomeScene.State(notice: "Logged out", alert: Alert(.notLoggedIn)))
  }

  @Test func `logging in leads to Login`() async {
    let spy = RoutingSpy(expecting: .login)
    let viewModel = WelcomeConfigurator.viewModel(routing: spy)
    #expect(await viewModel.perform(.logInPressed) == [])
    spy.verify()
  }

  @Test func `signing up leads to SignUp`() async {
    let spy = RoutingSpy(expecting: .signUp)
    let viewModel = WelcomeConfigurator.viewModel(routing: spy)
    #expect(await viewModel.perform(.signUpPressed) == [])
    spy.verify()
  }
}
