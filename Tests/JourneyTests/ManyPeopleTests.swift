import Domain
import Doubles
import Journeys
import Presentation
import Testing

/// One process serves many people: the use cases are shared, and each person has a session.
@MainActor
@Suite(.limited) struct ManyPeopleTests {
  private static let people = 300

  @Test(arguments: StoreKind.allCases)
  func `three hundred people count at once, and each undoes and sees only their own`(
    store: StoreKind
  ) async throws {
    let journey = try await JourneyWorld(store)
    let turns = Turns()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...Self.people {
        let person = Person(number: number, useCases: journey.useCases, world: journey.world)
        group.addTask { try await person.live(in: turns) }
      }
      try await group.waitForAll()
    }
    // Otherwise they ran one after the other, and the test shows nothing.
    #expect(turns.changes > Self.people * 2)
  }
}

/// Records how often the turn passed from one person to another.
@MainActor
private final class Turns {
  private(set) var changes = 0
  private var last = 0

  func take(_ number: Int) {
    if number != last { changes += 1 }
    last = number
  }
}

/// One of many people, whose counts are different from everybody else's.
private struct Person: Sendable {
  let number: Int
  let useCases: UseCases
  let world: TestWorld

  private var name: String { "person\(number)" }

  @MainActor
  func live(in turns: Turns) async throws {
    let new = try await useCases.signUp(
      username: name, password: secret(TestWorld.password), repetition: secret(TestWorld.password),
      on: TestWorld.device)
    turns.take(number)
    let first = flow(of: new.session)
    #expect(await first.enter(.start) == nil)
    turns.take(number)
    try await count(.add(Int64(number)), in: first, turns)

    let second = flow(of: try await useCases.sessions.resumeSession(new.token))
    #expect(await second.enter(.counter("MAIN")) == nil)
    turns.take(number)
    for command in [CountCommand.add(1), .undo] { try await count(command, in: second, turns) }
    #expect(second.counterShown == Int64(number))
    #expect(second.scene.state.location == "\(name)/main")

    #expect(await second.enter(.history("main", newest: 20, by: nil)) == nil)
    let changes = try await useCases.counters.history(
      of: try #require(try await useCases.counters.openCounter(in: new.session)), newest: 20,
      in: new.session)
    #expect(changes.map(\.count) == [Int64(number), Int64(number) + 1, Int64(number)])
    turns.take(number)

    try await count(.undo, in: first, turns)
    #expect(first.counterShown == 0)
    try await count(.undo, in: first, turns)
    #expect(first.scene.state.alert == Alert(.nothingToUndo))
    try await count(.redo, in: first, turns)
    let counters = try await useCases.counters.counters(in: new.session)
    #expect(counters.map(\.count) == [Int64(number)] && counters.map(\.name.text) == ["main"])
    #expect(try await useCases.sessions.otherSessions(than: new.session) == [])

    // Ends only this person's session.
    try await useCases.logOut(new.session)
    turns.take(number)
    #expect(await second.enter(.home) == .notLoggedIn)
  }

  @MainActor
  private func flow(of session: Session) -> Flow {
    Flow(useCases: useCases, device: TestWorld.device, session: session)
  }

  @MainActor
  private func count(_ command: CountCommand, in flow: Flow, _ turns: Turns) async throws {
    guard case .counter(let counter) = flow.scene else {
      throw PlayFault("\(name) is at \(flow.route)")
    }
    await counter.perform(.countPressed(command))
    turns.take(number)
  }
}

extension Flow {
  /// The count of the shown counter.
  fileprivate var counterShown: Int64? {
    if case .counter(let counter) = scene { counter.state.counter.count } else { nil }
  }
}
