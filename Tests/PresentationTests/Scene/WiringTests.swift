import Domain
import Doubles
import Testing

@testable import Presentation

/// What a view model is sent reaches what its configurator was handed, and nothing is kept alive by it.
@MainActor
@Suite struct WiringTests {
  private let world = TestWorld()
  private let session: Session
  private let main: Counter

  init() async throws {
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
  }

  private func expectWiring<Scene>(
    to way: RoutingSpy.Way, by action: Scene.Action,
    sourceLocation: SourceLocation = #_sourceLocation,
    of configure: (RoutingSpy) -> SceneViewModel<Scene>
  ) async {
    var spy: RoutingSpy? = RoutingSpy(expecting: way, sourceLocation: sourceLocation)
    guard let viewModel = spy.map(configure) else { return }
    viewModel.send(action)
    await viewModel.perform([])
    spy?.verify(sourceLocation: sourceLocation)

    weak let routing = spy
    spy = nil
    #expect(routing == nil, "the interactor holds its routing", sourceLocation: sourceLocation)
    #expect(await viewModel.perform(action) == [], sourceLocation: sourceLocation)
  }

  @Test func `Welcome is wired`() async {
    await expectWiring(to: .login, by: .logInPressed) {
      WelcomeConfigurator.viewModel(routing: $0)
    }
  }

  @Test func `Login is wired`() async {
    await expectWiring(to: .welcome, by: .cancelPressed) {
      LoginConfigurator.viewModel(logIn: world.useCases.logIn, routing: $0)
    }
  }

  @Test func `SignUp is wired`() async {
    await expectWiring(to: .welcome, by: .cancelPressed) {
      SignUpConfigurator.viewModel(signUp: world.useCases.signUp, routing: $0)
    }
  }

  @Test func `Counter is wired`() async {
    await expectWiring(to: .destination(.account), by: .destinationChosen(.account)) {
      CounterConfigurator.viewModel(
        counter: main, session: session, useCases: world.useCases, days: world.days, routing: $0)
    }
  }

  @Test func `History is wired`() async {
    await expectWiring(to: .openCounter, by: .backPressed) {
      HistoryConfigurator.viewModel(
        counter: main, session: session, useCases: world.useCases, days: world.days, routing: $0)
    }
  }

  @Test func `Home is wired`() async {
    await expectWiring(to: .openCounter, by: .backPressed) {
      HomeConfigurator.viewModel(
        openCounter: "main", session: session, useCases: world.useCases, days: world.days,
        routing: $0)
    }
  }

  @Test func `Account is wired`() async {
    await expectWiring(to: .home, by: .backPressed) {
      AccountConfigurator.viewModel(
        session: session, useCases: world.useCases, days: world.days, routing: $0)
    }
  }
}
