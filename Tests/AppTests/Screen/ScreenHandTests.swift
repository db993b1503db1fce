import Domain
import Doubles
import Foundation
import Presentation
import Testing

@testable import ScreenToolkit

/// Under a person's hand nothing changes its meaning: keys that were on their way to a counter that
/// goes away count on no other one.
@MainActor
@Suite(.limited) struct ScreenHandTests {
  private static let noCounterOpen =
    "No counter is open. Choose one with the arrows and Enter, or make one with n"

  private let world = TestWorld()
  private let watch = ManualWatch()
  private let flow: Flow
  private let ada: Session
  private let bea: Session
  private let main: Counter
  private let door: Counter

  /// Ada's screen shows `bea/door`; she also has the counter `main`.
  init() async throws {
    ada = try await world.signedUp()
    bea = try await world.signedUp("bea")
    main = try await world.openCounter(in: ada)
    door = try await world.useCases.createCounter(named: "door", in: bea)
    _ = try await world.useCases.shareCounter(door, with: "ada", as: .counts, in: bea)
    flow = Flow(useCases: world.useCases, watch: watch, device: TestWorld.device, session: ada)
    await flow.enter(.counter("bea/door"))
  }

  private func screen() async -> Screen {
    await ScreenWorld(flow: flow).screen()
  }

  private func revoke() async throws {
    _ = try await world.useCases.unshareCounter(door, with: "ada", in: bea)
  }

  private func expectUncounted(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let count = try await world.store.refreshed(main, in: ada).count
    #expect(count == 0, sourceLocation: sourceLocation)
    #expect(flow.scene.home != nil, sourceLocation: sourceLocation)
  }

  @Test(arguments: [true, false])
  func `Keys typed after a revoke count nowhere, whoever notices it first`(isWatched: Bool)
    async throws
  {
    let screen = await screen()
    await screen.perform(.typing(String(repeating: "+", count: 10)))
    try await revoke()
    if isWatched {
      await watch.tick()
    } else {
      await screen.perform(.typing("+"))
    }
    #expect(screen.frame?.styled(.alert) == ["There is no counter named bea/door"])
    #expect(screen.frame?.marked == [])
    for key in ["+", "-", "u", "\r", "r", "0", "=", "5", "\r", "+", "+"] {
      await screen.perform(key == "\r" ? [.enter] : .typing(key))
    }
    #expect(screen.frame?.styled(.alert) == [Self.noCounterOpen])
    try await expectUncounted()
    #expect(try await world.store.refreshed(door, in: bea).count == 10)
    await screen.perform([.down] + .typing("+"))
    #expect(try await world.store.refreshed(main, in: ada).count == 1)
  }

  @Test func `Keys that wait in the queue are forgotten with their counter`() async throws {
    let screen = await screen()
    try await revoke()
    await screen.perform(.typing("++5") + [.enter] + .typing("n tea") + [.enter] + .typing("+c"))
    #expect(screen.frame?.styled(.alert) == ["There is no counter named bea/door"])
    #expect(screen.frame?.cursor == nil)
    try await expectUncounted()
    #expect(try await world.store.counters(in: ada) == [main])
  }

  @Test func `The rest of a text for a form that is gone is ignored, up to its Enter`() async throws
  {
    try await revoke()
    await flow.enter(.counter("main"))
    let screen = await screen()
    await screen.perform(.typing("enew na"))
    try await world.useCases.deleteCounter(main, confirmation: "main", in: ada)
    let tea = try await world.useCases.createCounter(named: "tea", in: ada)
    await watch.tick()
    #expect(screen.frame?.styled(.alert) == ["There is no counter named main"])
    await screen.perform(.typing("m"))
    let ignoring = screen.frame
    #expect(ignoring?.lines.last == " Enter go on")
    await screen.perform(.typing("n+qa?") + [.left, .backspace])
    #expect(screen.ending == nil && screen.frame == ignoring)
    await screen.perform([.enter])
    #expect(screen.frame?.styled(.alert) == ["There is no counter named main"])
    await screen.perform([.down] + .typing("+"))
    #expect(try await world.store.refreshed(tea, in: ada).count == 1)
  }

  @Test func `When the marked row goes away, the mark does not slide to another`() async throws {
    let screen = await screen()
    await screen.perform(.typing("c+/") + [.escape])
    #expect(screen.frame?.marked.first?.hasPrefix("bea/door ") == true)
    try await revoke()
    await watch.tick()
    #expect(screen.frame?.styled(.alert) == ["There is no counter named bea/door"])
    #expect(screen.frame?.marked == [])
    await screen.perform(.typing("++u") + [.enter])
    #expect(screen.frame?.styled(.alert) == [Self.noCounterOpen])
    try await expectUncounted()
    await screen.perform([.up, .enter])
    #expect(flow.scene.state.location == "ada/main")
  }

  @Test(arguments: ["u", "+"])
  func `After a refused key, the keys behind it still mean what they say`(refused: String)
    async throws
  {
    try await world.shareFirstCounter(in: ada)
    let screen = await screen()
    await screen.perform(.typing("c") + [.home])
    if refused == "+" {
      try await world.useCases.deleteCounter(main, confirmation: "main", in: ada)
      await watch.tick()
      await screen.perform(.typing("++") + [.down] + .typing("+"))
    } else {
      await screen.perform(.typing("u") + [.down] + .typing("+"))
      #expect(try await world.store.refreshed(main, in: ada).count == 0)
    }
    #expect(try await world.store.refreshed(door, in: bea).count == 1)
  }

  @Test func `A confirmed question does what it asked, though the marked row has changed`()
    async throws
  {
    for name in ["cy", "dan"] {
      _ = try await world.signedUp(name)
      _ = try await world.useCases.shareCounter(main, with: name, as: .counts, in: ada)
    }
    await flow.enter(.counter("main"))
    let screen = await screen()
    await screen.perform(.typing("@") + [.down] + .typing("K"))
    #expect(screen.frame?.text.contains("Stop sharing main with cy?") == true)
    _ = try await world.useCases.unshareCounter(main, with: "cy", in: ada)
    await watch.tick()
    await screen.perform(.typing("y"))
    #expect(screen.frame?.styled(.alert) == ["main is not shared with cy"])
    await screen.perform(.typing("K") + [.enter])
    #expect(flow.scene.members?.state.members.map(\.username.text) == ["ada", "dan"])
    #expect(flow.scene.members?.state.members.last?.permission == .counts)
  }

  @Test func `A click is for the row that was shown, though the list was sorted anew`()
    async throws
  {
    await flow.enter(.counter("main"))
    let screen = await screen()
    await screen.perform(.typing("c"))
    // The list has read what it reads at first, so that only the next news sorts it anew.
    await watch.tick()
    let lines = try #require(screen.frame?.lines)
    let row = try #require(lines.firstIndex { $0.contains("bea/door") })
    let gate = KeyPress.click(Frame.Position(row: row, column: 4))
    for name in ["a", "b", "c"] {
      _ = try await world.useCases.createCounter(named: name, in: ada)
    }
    // The click has arrived before the tick, and is handled after it.
    screen.send([gate])
    await flow.scene.home?.perform(.changedElsewhere)
    await screen.perform()
    #expect(screen.frame?.marked.first?.hasPrefix("bea/door ") == true)
  }

  @Test func `A session that ended takes no keys`() async throws {
    let screen = await screen()
    let other = try await world.loggedIn().session
    try await world.useCases.logOut(ada)
    await watch.tick()
    #expect(screen.frame?.styled(.alert) == ["You are not logged in"])
    await screen.perform(.typing("++u0"))
    #expect(try await world.store.refreshed(main, in: other).count == 0)
    #expect(try await world.store.refreshed(door, in: bea).count == 0)
  }

  @Test func `A reset says from which count, and the key that undoes it`() async throws {
    await flow.enter(.counter("main"))
    let screen = await screen()
    await screen.perform(.typing("=41") + [.enter] + .typing("0"))
    #expect(screen.frame?.styled(.notice) == ["Reset from 41. u undoes it"])
    await screen.perform(.typing("u"))
    #expect(screen.frame?.styled(.notice) == ["Undid reset"])
    #expect(screen.frame?.text.contains("Current count is 41") == true)
    await screen.perform(.typing("0+"))
    #expect(screen.frame?.styled(.notice) == [])
    await flow.enter(.counter("bea/door"))
    await screen.perform(.typing("0"))
    #expect(screen.frame?.styled(.alert) == ["Only bea can do that"])
    #expect(screen.frame?.styled(.notice) == [])
  }

  @Test func `A paste is text in a field, and no key`() async throws {
    await flow.enter(.counter("main"))
    let screen = await screen()
    let paste = "under review".unicodeScalars.map { KeyPress.pasted($0) }
    for way in [[], KeyPress.typing("?"), [.escape] + .typing("c"), .typing("a"), .typing("o")] {
      await screen.perform(way)
      let before = screen.frame
      await screen.perform(paste + "+q5y".unicodeScalars.map { .pasted($0) })
      #expect(screen.frame == before)
    }
    await screen.perform(.typing("n") + [.escape] + .typing("n") + paste + [.enter])
    #expect(flow.scene.state.location == "ada/under review")
  }
}
