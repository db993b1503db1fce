import Domain
import Doubles
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct CounterTests {
  private let world = TestWorld()
  private let session: Session
  private let main: Counter

  init() async throws {
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
  }

  private func viewModel() -> SceneViewModel<CounterScene> {
    CounterScene.viewModel(
      CounterScene.State(of: main, username: session.user.username),
      in: world.context(of: session))
  }

  private func state(
    count: Int64, name: String = "main", isStarted: Bool = true, notice: String? = nil,
    refused: Refusal? = nil
  ) -> CounterScene.State {
    let counter = Counter(
      id: main.id, name: CounterName(text: name, key: name), owner: main.owner, count: count,
      changedAt: nil)
    return CounterScene.State(
      username: session.user.username, counter: counter, isStarted: isStarted, notice: notice,
      alert: refused.map { Alert($0) })
  }

  @Test func `a new counter says how to start`() {
    let viewModel = viewModel()
    #expect(viewModel.state == state(count: 0, isStarted: false))
    #expect(viewModel.state.isStarted == false)
    #expect(viewModel.state.confirmation == Field(.name, "Counter's name, to delete it"))
  }

  @Test func `a counter with a history shows its count, even 0`() async throws {
    _ = try await world.useCases.changeCount([.add(5), .reset], to: main, in: session)
    let counter = try await world.openCounter(in: session)
    let state = CounterScene.State(of: counter, username: session.user.username)
    #expect(
      state
        == CounterScene.State(
          username: session.user.username, counter: counter, isStarted: true))
    #expect(state.counter.count == 0)
  }

  @Test func `each command shows its count and its notice`() async {
    let viewModel = viewModel()
    let steps: [(CountCommand, CounterScene.State)] = [
      (.add(5), state(count: 5)),
      (.add(-2), state(count: 3)),
      (.add(0), state(count: 3)),
      (.set(40), state(count: 40)),
      (.reset, state(count: 0)),
      (.undo, state(count: 40, notice: "Undid reset")),
      (.undo, state(count: 3, notice: "Undid set 40")),
      (.redo, state(count: 40, notice: "Redid set 40")),
      (.redo, state(count: 0, notice: "Redid reset")),
      (.redo, state(count: 0, refused: .nothingToRedo)),
      (.add(1), state(count: 1)),
    ]
    for (command, expected) in steps {
      #expect(await viewModel.perform(.countPressed(command)) == [expected], "\(command)")
    }
    #expect(viewModel.state.counter.count == 1)
  }

  @Test func `a refused command changes nothing`() async {
    let viewModel = viewModel()
    #expect(
      await viewModel.perform(.countPressed(.undo)) == [
        state(count: 0, isStarted: false, refused: .nothingToUndo)
      ])
    #expect(
      await viewModel.perform([.countPressed(.set(.max)), .countPressed(.add(1))]) == [
        state(count: .max), state(count: .max, refused: .outOfRange),
      ])
    #expect(viewModel.state.alert?.fact == "That would take the count out of range")
    #expect(
      await viewModel.perform(.countPressed(.set(.min))) == [
        state(count: .max, refused: .outOfRange)
      ])
    #expect(await viewModel.perform(.countPressed(.add(-1))) == [state(count: .max - 1)])
  }

  @Test func `the next count has the target that was set elsewhere`() async throws {
    let viewModel = viewModel()
    let counter = viewModel.state.counter
    let daily = Target(3, in: Target.Period(.day, zone: "UTC0"))
    for target in [daily, Target(9), nil] {
      _ = try await world.useCases.setTarget(target, of: counter, in: session)
      await viewModel.perform(.countPressed(.add(1)))
      #expect(viewModel.state.counter.target == target)
    }
    _ = try await world.useCases.setTarget(daily, of: counter, in: session)
    await viewModel.perform([.countPressed(.add(1)), .countPressed(.undo)])
    #expect(viewModel.state.counter.reached == 3)
  }

  @Test func `the next count includes changes by others`() async throws {
    let viewModel = viewModel()
    await viewModel.perform(.countPressed(.add(1)))
    _ = try await world.useCases.changeCount([.add(10)], to: main, in: session)
    #expect(await viewModel.perform(.countPressed(.add(1))) == [state(count: 12)])
  }

  @Test func `a new name is shown, and the count stays`() async throws {
    let viewModel = viewModel()
    await viewModel.perform(.countPressed(.add(5)))
    let states = await viewModel.perform(.renamed(to: "tea"))
    let renamed = try await world.openCounter(in: session)
    #expect(renamed.name.text == "tea")
    #expect(
      states == [
        CounterScene.State(
          username: session.user.username, counter: renamed, isStarted: true)
      ])
    #expect(viewModel.state.counter.count == 5)
  }

  @Test func `a taken or invalid name is refused`() async throws {
    _ = try await world.useCases.createCounter(named: "tea", in: session)
    let tea = CounterName(text: "TEA", key: "tea")
    let viewModel = viewModel()
    #expect(
      await viewModel.perform(.renamed(to: "TEA")) == [
        state(count: 0, isStarted: false, refused: .counterExists(tea))
      ])
    #expect(
      await viewModel.perform(.renamed(to: " tea")) == [
        state(count: 0, isStarted: false, refused: .counterName(.whiteSpaceAtEnds))
      ])
  }

  @Test func `typing the name again deletes the counter`() async throws {
    let exits = await viewModel().exits(after: .deletionConfirmed(name: "MAIN"))
    #expect(exits == [.taken(.deleted(main))])
    #expect(try await world.store.counters(in: session) == [])
  }

  @Test func `another name deletes nothing`() async throws {
    #expect(
      await viewModel().perform(.deletionConfirmed(name: "mian")) == [
        state(count: 0, isStarted: false, refused: .nameNotConfirmed)
      ])
    #expect(try await world.store.counters(in: session) == [main])
  }

  @Test func `the exits lead where they say, with the counter`() async {
    for (action, exit) in [
      (.historyPressed(newest: 5), .history(main, newest: 5, by: nil)),
      (.chartPressed(by: .week), .history(main, newest: 0, by: .week)),
      (.homePressed, .home), (.destinationChosen(.account), .destination(.account)),
    ] as [(CounterScene.Action, CounterScene.Exit)] {
      #expect(await viewModel().exits(after: action) == [.taken(exit)])
    }
  }

  @Test func `an unknown outcome names the counter`() async {
    world.store.fail(with: .store(.outcomeUnknown(counter: nil, cause: "EIO")))
    let refusal = Refusal.store(.outcomeUnknown(counter: main.typedName, cause: "EIO"))
    #expect(
      await viewModel().perform(.countPressed(.add(1))) == [
        state(count: 0, isStarted: false, refused: refusal)
      ])
  }

  @Test func `an ended session leaves the scene without an answer`() async throws {
    try await world.useCases.logOut(session)
    let actions: [CounterScene.Action] = [
      .countPressed(.add(1)), .renamed(to: "tea"), .deletionConfirmed(name: "main"),
    ]
    for action in actions {
      let viewModel = viewModel()
      #expect(await viewModel.exits(after: action) == [.sessionEnded])
      #expect(viewModel.state.alert == nil)
    }
  }

  @Test func `a typed number is added or set, or refused as at the line`() async {
    let viewModel = viewModel()
    await viewModel.perform([.amountEntered("5"), .amountEntered("-2"), .amountEntered("")])
    #expect(viewModel.state == state(count: 4))
    await viewModel.perform(.countEntered("-40"))
    #expect(viewModel.state == state(count: -40))
    for action in [CounterScene.Action.amountEntered("x"), .countEntered("x")] {
      await viewModel.perform(action)
      #expect(viewModel.state == state(count: -40, refused: .input(.notANumber("x"))))
    }
    await viewModel.perform(.countEntered("+7"))
    #expect(viewModel.state == state(count: -40, refused: .input(.signedCount(7))))
    await viewModel.perform(.countEntered("9223372036854775808"))
    #expect(viewModel.state == state(count: -40, refused: .outOfRange))
  }

  @Test func `a note goes with a typed number, or both are refused`() async throws {
    let viewModel = viewModel()
    await viewModel.perform(.amountEntered("5", note: " bus 12 "))
    await viewModel.perform(.countEntered("40", note: ""))
    let long = String(repeating: "x", count: Note.maximumLength + 1)
    await viewModel.perform(.amountEntered("5", note: long))
    #expect(viewModel.state == state(count: 40, refused: .note(.tooLong)))
    let history = try await world.useCases.counters.history(of: main, newest: 9, in: session)
    #expect(history.map(\.note?.text) == ["bus 12", nil])
  }

  @Test func `a forgotten number is added at its typed time, once, or refused`() async throws {
    let viewModel = viewModel()
    try await world.useCases.counters.setDayStart(DayStart(typed: "06:00"), in: session)
    for _ in 1...2 {
      await viewModel.perform(
        .amountEntered("5", at: "  yesterday  18:30 ", note: "bus", id: Change.ID("late")))
    }
    await viewModel.perform([.amountEntered("2", at: "2026-01-30"), .amountEntered("1", at: " ")])
    #expect(viewModel.state == state(count: 8))
    await viewModel.perform(.amountEntered("3", at: "25:00"))
    #expect(viewModel.state == state(count: 8, refused: .input(.notATime("25:00"))))
    await viewModel.perform(.amountEntered("3", at: "2026-12-01 09:00"))
    #expect(viewModel.state == state(count: 8, refused: .inFuture))
    let history = try await world.useCases.counters.history(of: main, newest: 9, in: session)
    #expect(
      history.map { world.calendar.civilTime(at: $0.time).minuteText } == [
        "2026-02-01 18:30", "2026-01-30 06:00", "2026-02-02 02:40",
      ])
    #expect(history.map(\.note?.text) == ["bus", nil, nil])
  }

  @Test func `the newest change is shown with the chart, and follows the count`() async throws {
    let viewModel = viewModel()
    await viewModel.perform(.chartRequested)
    #expect(viewModel.state.newest == nil)
    await viewModel.perform(.countPressed(.add(5)))
    #expect(viewModel.state.newest?.event == .made(.add(5)))
    await viewModel.perform(.countPressed(.add(2), id: Change.ID("tap")))
    #expect(viewModel.state.newest?.id == Change.ID("tap"))
  }

  @Test func `a change with an identifier is made once, and answered again`() async throws {
    let id = Change.ID("tap")
    for _ in 1...2 {
      #expect(await viewModel().perform(.countPressed(.add(5), id: id)) == [state(count: 5)])
    }
    #expect(
      await viewModel().perform(.amountEntered("7", id: id)).last?.alert
        == Alert(.identifierTaken))
    for _ in 1...2 { await viewModel().perform(.countEntered("40", id: Change.ID("set"))) }
    let undoing = viewModel()
    await undoing.perform([.countPressed(.undo), .countPressed(.undo), .countPressed(.undo)])
    #expect(undoing.state.alert == Alert(.nothingToUndo) && undoing.state.counter.count == 0)
  }

  @Test func `the chart of the last days is shown on request, and follows the count`()
    async throws
  {
    let viewModel = viewModel()
    await viewModel.perform([.countPressed(.add(5)), .countPressed(.undo)])
    #expect(viewModel.state.chart == nil)
    await viewModel.perform(.chartRequested)
    #expect(viewModel.state.notice == "Undid +5")
    #expect(viewModel.state.chart?.map(\.sum) == Array(repeating: 0, count: 14))
    await viewModel.perform([.countPressed(.add(3)), .countPressed(.add(4))])
    #expect(viewModel.state.chart?.last?.sum == 7)
    #expect(
      viewModel.state.chart?.last?.start == Timestamp(rfc3339: "2026-02-02T00:00:00Z"))
    world.store.fail(after: 1, with: .store(.busy(cause: "locked")))
    await viewModel.perform(.countPressed(.add(1)))
    #expect(viewModel.state.counter.count == 8)
    #expect(viewModel.state.alert == nil)
    #expect(viewModel.state.chart?.last?.sum == 7)
  }
}
