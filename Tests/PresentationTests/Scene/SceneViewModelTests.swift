import Domain
import Doubles
import Observation
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct SceneViewModelTests {
  private typealias State = EchoScene.State

  @Test func `an action leads to a state that is shown and returned`() async {
    let viewModel = SceneViewModel<EchoScene>()
    let states = await viewModel.perform(.said("a"))
    #expect(states == [State(notice: "a", lines: ["a"])])
    #expect(viewModel.state == State(notice: "a", lines: ["a"]))
  }

  @Test func `an action may lead to several states, or to none`() async {
    let viewModel = SceneViewModel<EchoScene>()
    #expect(
      await viewModel.perform(.listed(["a", "b"])) == [
        State(notice: "a", lines: ["a"]), State(notice: "b", lines: ["a", "b"]),
      ])
    #expect(await viewModel.perform(.left) == [])
    #expect(await viewModel.perform([]) == [])
  }

  @Test func `sending queues an action at once and returns`() async {
    let interactor = EchoInteractor()
    let viewModel = SceneViewModel<EchoScene>(interactor)
    viewModel.send(.said("a"))
    viewModel.send(.said("b"))
    #expect(viewModel.state == State())
    #expect(interactor.received == [])
    #expect(await viewModel.perform(.said("c")) == [State(notice: "c", lines: ["a", "b", "c"])])
    #expect(interactor.received == [.said("a"), .said("b"), .said("c")])
  }

  @Test func `the end of what was sent can be awaited, also on the scene that it led to`()
    async throws
  {
    let viewModel = SceneViewModel<EchoScene>()
    for word in ["a", "b"] { viewModel.send(.said(word)) }
    await viewModel.settled()
    #expect(viewModel.state.lines == ["a", "b"])

    let world = TestWorld()
    let flow = Flow(useCases: world.useCases, device: TestWorld.device)
    flow.scene.welcome?.send(.signUpPressed)
    await flow.settled()
    #expect(flow.route == .signUp)
  }

  @Test func `an action sent during another one waits for its turn`() async {
    let gate = Gate()
    let interactor = EchoInteractor(gate: gate)
    let viewModel = SceneViewModel<EchoScene>(interactor)
    viewModel.send(.said("a"))
    await gate.arrival()
    viewModel.send(.said("b"))
    let performing = Task { await viewModel.perform(.said("c")) }
    await Task.yield()
    #expect(interactor.received == [.said("a")])
    for _ in 1...3 { gate.open() }
    #expect(await performing.value.last?.lines == ["a", "b", "c"])
  }

  @Test func `two callers at once each get only their own states`() async {
    let gate = Gate()
    let viewModel = SceneViewModel<EchoScene>(EchoInteractor(gate: gate))
    let first = Task { await viewModel.perform([.said("a"), .said("b")]) }
    await gate.arrival()
    let second = Task { await viewModel.perform([.said("c"), .asked("d")]) }
    await Task.yield()
    for _ in 1...4 { gate.open() }
    let (firstStates, secondStates) = (await first.value, await second.value)
    #expect(
      firstStates == [
        State(notice: "a", lines: ["a"]), State(notice: "b", lines: ["a", "b"]),
      ])
    #expect(
      secondStates == [
        State(notice: "c", lines: ["a", "b", "c"]),
        State(alert: Alert(.input(.notANumber("d"))), lines: ["a", "b", "c"]),
      ])
  }

  @Test func `the actions queued after a refused one are dropped`() async {
    let interactor = EchoInteractor()
    let viewModel = SceneViewModel<EchoScene>(interactor)
    let states = await viewModel.perform([.said("a"), .asked("b"), .said("c"), .said("d")])
    #expect(
      states == [
        State(notice: "a", lines: ["a"]),
        State(alert: Alert(.input(.notANumber("b"))), lines: ["a"]),
      ])
    #expect(interactor.received == [.said("a"), .asked("b")])
  }

  @Test func `another caller's actions are done even after a refusal`() async {
    let viewModel = SceneViewModel<EchoScene>()
    viewModel.send(.asked("a"))
    viewModel.send(.said("b"))
    #expect(await viewModel.perform(.said("c")) == [State(notice: "c", lines: ["b", "c"])])
  }

  @Test func `the next action clears notice and alert`() async {
    let viewModel = SceneViewModel<EchoScene>()
    let states = await viewModel.perform([.said("a"), .asked("b")])
    #expect(states.last == State(alert: Alert(.input(.notANumber("b"))), lines: ["a"]))
    #expect(await viewModel.perform(.said("c")) == [State(notice: "c", lines: ["a", "c"])])
  }

  @Test func `an action not caused by the user keeps notice and alert`() async {
    let state = State(notice: "a", alert: Alert(.notLoggedIn))
    let viewModel = SceneViewModel<EchoScene>(state: state)
    #expect(
      await viewModel.perform(.appeared) == [
        State(notice: "a", alert: Alert(.notLoggedIn), lines: ["appeared"])
      ])
  }

  @Test func `an exit is taken before it is answered, and later actions are dropped`()
    async
  {
    let interactor = EchoInteractor()
    let viewModel = SceneViewModel<EchoScene>(interactor)
    let exits = Exits(of: viewModel)
    viewModel.send(.said("a"))
    let leaving = Task {
      let states = await viewModel.perform([.said("b"), .left, .said("c")])
      #expect(exits.taken == [.taken(.left)])
      return states
    }
    await Task.yield()
    viewModel.send(.said("d"))
    #expect(await leaving.value == [State(notice: "b", lines: ["a", "b"])])
    #expect(await viewModel.perform([.said("e"), .left]) == [])
    #expect(interactor.received == [.said("a"), .said("b"), .left])
    #expect(exits.taken == [.taken(.left)])
  }

  @Test func `an ended session leaves every scene without an answer`() async {
    let viewModel = SceneViewModel<EchoScene>()
    #expect(await viewModel.exits(after: .forgot, .said("a")) == [.sessionEnded])
    #expect(viewModel.state == State())
  }

  @Test func `a caller that ignores exits still takes them`() async {
    let viewModel = SceneViewModel<EchoScene>()
    #expect(await viewModel.perform([.left, .said("a")]) == [])
  }

  @Test func `an interactor that takes no action is not asked for ever`()
    async
  {
    let interactor = IdleInteractor()
    let viewModel = SceneViewModel<EchoScene>(interactor)
    #expect(await viewModel.perform([.said("a"), .said("b")]) == [])
    #expect(interactor.timesAsked == 2)
  }

  @Test func `an observer of the state is notified of a change`() async {
    let viewModel = SceneViewModel<EchoScene>()
    await confirmation { changed in
      withObservationTracking {
        _ = viewModel.state
      } onChange: {
        changed()
      }
      await viewModel.perform(.said("a"))
    }
  }
}

/// Does nothing, and claims to take no action.
private final class IdleInteractor: Interactor {
  typealias Scene = EchoScene

  private(set) var timesAsked = 0

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async -> Scene.Exit? {
    timesAsked += 1
    return nil
  }

  func batchLength(of actions: ArraySlice<Scene.Action>) -> Int { 0 }
}
