import Domain
import Observation
import Presentation
import Testing

@MainActor
@Suite struct SceneViewModelTests {
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

  @Test func `sending takes a place in the queue at once and returns`() async {
    let interactor = EchoInteractor()
    let viewModel = SceneViewModel<EchoScene>(interactor)
    viewModel.send(.said("a"))
    viewModel.send(.said("b"))
    #expect(viewModel.state == State())
    #expect(interactor.received == [])
    #expect(await viewModel.perform(.said("c")) == [State(notice: "c", lines: ["a", "b", "c"])])
    #expect(interactor.received == [.said("a"), .said("b"), .said("c")])
  }

  @Test func `what is sent while an action is under way waits for its turn`() async {
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

  @Test func `two who perform at once each hear of their own actions alone`() async {
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
        State(alert: Alert(.notANumber("d")), lines: ["a", "b", "c"]),
      ])
  }

  @Test func `what stands behind a refused action is dropped`() async {
    let interactor = EchoInteractor()
    let viewModel = SceneViewModel<EchoScene>(interactor)
    let states = await viewModel.perform([.said("a"), .asked("b"), .said("c"), .said("d")])
    #expect(
      states == [
        State(notice: "a", lines: ["a"]),
        State(alert: Alert(.notANumber("b")), lines: ["a"]),
      ])
    #expect(interactor.received == [.said("a"), .asked("b")])
  }

  @Test func `what another one performs is done although something was refused before`() async {
    let viewModel = SceneViewModel<EchoScene>()
    viewModel.send(.asked("a"))
    viewModel.send(.said("b"))
    #expect(await viewModel.perform(.said("c")) == [State(notice: "c", lines: ["b", "c"])])
  }

  @Test func `the next action takes notice and alert away`() async {
    let viewModel = SceneViewModel<EchoScene>()
    let states = await viewModel.perform([.said("a"), .asked("b")])
    #expect(states.last == State(alert: Alert(.notANumber("b")), lines: ["a"]))
    #expect(await viewModel.perform(.said("c")) == [State(notice: "c", lines: ["a", "c"])])
  }

  @Test func `what nobody did leaves notice and alert alone`() async {
    let state = State(notice: "a", alert: Alert(.notLoggedIn))
    let viewModel = SceneViewModel<EchoScene>(state: state)
    #expect(
      await viewModel.perform(.appeared) == [
        State(notice: "a", alert: Alert(.notLoggedIn), lines: ["appeared"])
      ])
  }

  @Test func `an exit is followed before it is answered, and what waited after it is dropped`()
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

  @Test func `an ended session leads out of every scene, without an answer in it`() async {
    let viewModel = SceneViewModel<EchoScene>()
    #expect(await viewModel.exits(after: .forgot, .said("a")) == [.sessionEnded])
    #expect(viewModel.state == State())
  }

  @Test func `who says nothing of exits is left by them all the same`() async {
    let viewModel = SceneViewModel<EchoScene>()
    #expect(await viewModel.perform([.left, .said("a")]) == [])
  }

  @Test func `an interactor that claims to have taken nothing is not asked the same for ever`()
    async
  {
    let interactor = IdleInteractor()
    let viewModel = SceneViewModel<EchoScene>(interactor)
    #expect(await viewModel.perform([.said("a"), .said("b")]) == [])
    #expect(interactor.timesAsked == 2)
  }

  @Test func `who observes the state hears of a change`() async {
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

/// Does nothing, and says that it takes nothing.
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
