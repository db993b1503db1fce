import Domain
import Doubles
import Observation
import Testing

@testable import Presentation

/// A scene that was left is deallocated with everything it held.
@MainActor
@Suite(.limited) struct DeallocationTests {
  private let world = TestWorld()
  private let store: RecordingStore
  private let flow: Flow
  private let session: Session

  init() async throws {
    store = RecordingStore(world.store)
    session = try await world.signedUp()
    flow = Flow(useCases: world.useCases(over: store), device: TestWorld.device)
  }

  @Test(arguments: [false, true])
  func `every scene that was left is deallocated, observed or not`(isObserved: Bool) async throws {
    var left = [LeftScene("Welcome", flow.welcome)]
    observe(isObserved)
    await flow.welcome?.perform(.signUpPressed)
    left.append(LeftScene("SignUp", flow.signUp))
    observe(isObserved)
    await flow.signUp?.perform(.cancelPressed)
    await flow.welcome?.perform(.logInPressed)
    left.append(LeftScene("Login", flow.login))
    observe(isObserved)
    await flow.login?.perform([
      .usernameChanged("ada"), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ])
    left.append(LeftScene("Counter", flow.counter))
    observe(isObserved)
    await flow.counter?.perform(.historyPressed(newest: 20))
    left.append(LeftScene("History", flow.history))
    observe(isObserved)
    await flow.history?.perform(.backPressed)
    await flow.counter?.perform(.membersPressed)
    left.append(LeftScene("Members", flow.members))
    observe(isObserved)
    await flow.members?.perform(.backPressed)
    await flow.counter?.perform(.homePressed)
    left.append(LeftScene("Home", flow.home))
    observe(isObserved)
    await flow.home?.perform(.destinationChosen(.account))
    left.append(LeftScene("Account", flow.account))
    observe(isObserved)
    await flow.account?.perform(.logOutPressed)
    for scene in left { #expect(await scene.isGone(), "\(scene.name)") }
    #expect(left.count == 8 && left.allSatisfy { $0.wasThere })
  }

  @Test func `the present scene stays alive`() async {
    let shown = LeftScene("Welcome", flow.welcome)
    await Task.yield()
    #expect(shown.isThere)
  }

  @Test func `a scene that was left stays alive until its work is done`()
    async throws
  {
    try await flow.logIn()
    let gate = Gate()
    store.beforeAnswering { call in if call == "change 1" { await gate.pass() } }
    let left = LeftScene("Counter", flow.counter)
    flow.counter?.send(.countPressed(.add(5)))
    await gate.arrival()
    await flow.enter(.account)
    await Task.yield()
    #expect(left.isThere)
    gate.open()
    #expect(await left.isGone())
    #expect(try await world.openCounter(in: session).count == 5)
  }

  @Test func `typed passwords are wiped with the scene`() async throws {
    let typed = secret("typed")
    try await flow.logIn()
    await flow.enter(.account)
    await flow.account?.perform(.passwordChanged(typed))
    #expect(typed.count == 5)
    await flow.account?.perform(.backPressed)
    #expect(typed.count == 0)
  }

  @Test func `an unused flow is deallocated with its scene`() async {
    var flow: Flow? = Flow(useCases: world.useCases, device: TestWorld.device)
    let left = LeftScene("Welcome", flow?.welcome)
    let gone = LeftScene("Flow", flow)
    flow = nil
    #expect(await left.isGone())
    #expect(await gone.isGone())
  }

  private func observe(_ isObserved: Bool) {
    guard isObserved else { return }
    withObservationTracking {
      _ = flow.scene.state
    } onChange: {
    }
  }
}

@MainActor
private struct LeftScene {
  let name: String
  let wasThere: Bool
  private weak var object: AnyObject?

  init(_ name: String, _ object: (any AnyObject)?) {
    self.name = name
    self.object = object
    wasThere = object != nil
  }

  var isThere: Bool { object != nil }

  /// Whether it is deallocated after all waiting tasks had their turn.
  func isGone() async -> Bool { await eventually { !isThere } }
}
