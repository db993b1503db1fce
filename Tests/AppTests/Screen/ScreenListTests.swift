import Domain
import Doubles
import Presentation
import Testing

@testable import ScreenToolkit

/// The list of counters on the screen: cursor, search and columns.
@MainActor
@Suite(.limited) struct ScreenListTests {
  private let on = ScreenWorld()

  /// The list of an account with these counters; the last one is open.
  private func list(of names: String..., columns: Int = 80, wide: String = "") async throws
    -> Screen
  {
    let session = try await on.signedUp()
    try await on.world.shareFirstCounter(in: session)
    for name in names { _ = try await on.world.useCases.createCounter(named: name, in: session) }
    await on.begin()
    let screen = await on.screen(columns: columns, wide: wide)
    await screen.perform(.typing("c"))
    return screen
  }

  private func names(in screen: Screen) -> [String] {
    screen.frame?.lines.filter { $0.hasSuffix("never") }
      .map { String($0.split(separator: "  ")[0].drop { $0 == " " }) } ?? []
  }

  private func markedName(in screen: Screen) -> String? {
    screen.frame?.marked.first?.split(separator: "  ").first.map(String.init)
  }

  @Test func `The cursor starts on the open counter`() async throws {
    let screen = try await list(of: "apples", "tea", "coffee")
    #expect(markedName(in: screen) == "coffee")
    await screen.perform([.down])
    #expect(markedName(in: screen) == "main")
  }

  @Test func `j, k, g and G move in a list and in the help, and are text in a field`() async throws
  {
    let screen = try await list(of: "apples", "jug", "tea")
    await screen.perform(.typing("g"))
    #expect(markedName(in: screen) == "apples")
    await screen.perform(.typing("jj"))
    #expect(markedName(in: screen) == "main")
    await screen.perform(.typing("k"))
    #expect(markedName(in: screen) == "jug")
    await screen.perform(.typing("Gg") + [.down] + .typing("G"))
    #expect(markedName(in: screen) == "tea")
    await screen.perform(.typing("?"))
    let help = screen.frame?.text
    await screen.perform(.typing("jG"))
    await screen.perform(.typing("kg"))
    #expect(screen.frame?.text == help)
    await screen.perform([.escape] + .typing("/jug"))
    #expect(names(in: screen) == ["jug"])
  }

  @Test func `Names are sorted as people expect`() async throws {
    let screen = try await list(of: "room 10", "Room 2", "room 1")
    #expect(names(in: screen) == ["main", "room 1", "Room 2", "room 10"])
  }

  @Test func `Each typed letter narrows the search, ignoring case`()
    async throws
  {
    let screen = try await list(of: "Green TEA", "tea", "Straße", "coffee")
    await screen.perform(.typing("/"))
    #expect(names(in: screen).count == 5)
    await screen.perform(.typing("T"))
    #expect(names(in: screen) == ["Green TEA", "Straße", "tea"])
    await screen.perform(.typing("eA"))
    #expect(names(in: screen) == ["Green TEA", "tea"])
    #expect(screen.frame?.lines.contains("Search: TeA") == true)
    await screen.perform([.eraseLine] + .typing("STRASS"))
    #expect(names(in: screen) == ["Straße"])
    await screen.perform(.typing("x"))
    #expect(names(in: screen) == [])
    #expect(screen.frame?.text.contains("No counter matches") == true)
    await screen.perform([.escape])
    #expect(names(in: screen).count == 5 && screen.frame?.cursor == nil)
  }

  @Test func `A search marks the first name that begins with it, and Enter opens it`() async throws
  {
    let screen = try await list(of: "Green tea", "tea", "coffee")
    await screen.perform(.typing("/tea"))
    #expect(markedName(in: screen) == "tea")
    await screen.perform([.up])
    #expect(markedName(in: screen) == "Green tea")
    await screen.perform([.down, .enter])
    #expect(on.flow.scene.state.location == "ada/tea")
  }

  @Test func `A search without a match suggests a name, and stays open`() async throws {
    let screen = try await list(of: "coffee")
    await screen.perform(.typing("/cofee") + [.enter])
    #expect(
      screen.frame?.styled(.alert) == ["There is no counter named cofee. Did you mean coffee?"])
    #expect(screen.frame?.lines.contains("Search: cofee") == true)
    await screen.perform([.backspace, .backspace] + .typing("fee") + [.enter])
    #expect(on.flow.scene.state.location == "ada/coffee")
  }

  /// The row of the counter, with single spaces.
  private func row(of name: String, in screen: Screen) -> String? {
    screen.frame?.lines.map { $0.split(separator: " ").joined(separator: " ") }
      .first { $0.hasPrefix("\(name) ") }
  }

  @Test func `Keys count on the marked row, and follow the cursor`() async throws {
    let screen = try await list(of: "tea", "coffee")
    await screen.perform(.typing("++-+u") + [.down] + .typing("-"))
    #expect(row(of: "coffee", in: screen) == "coffee 1 +1 today 2026-02-02 02:40")
    #expect(row(of: "main", in: screen) == "main -1 -1 today 2026-02-02 02:40")
    #expect(row(of: "tea", in: screen) == "tea 0 0 today never")
    #expect(markedName(in: screen) == "main" && on.flow.scene.home != nil)
    await screen.perform(.typing("u"))
    #expect(screen.frame?.styled(.notice) == ["Undid -1"])
    await screen.perform(.typing("u"))
    #expect(screen.frame?.styled(.alert) == ["There is nothing to undo"])
    await screen.perform(.typing("+") + [.enter])
    #expect(on.flow.scene.state.location == "ada/main")
    #expect(screen.frame?.text.contains("Current count is 1") == true)
  }

  @Test func `A found counter stays marked for counting`() async throws {
    let screen = try await list(of: "tea", "coffee")
    await screen.perform(.typing("/te") + [.escape] + .typing("++"))
    #expect(row(of: "tea", in: screen)?.hasPrefix("tea 2 ") == true)
  }

  @Test func `In a list without counters, counting is refused`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("dmain") + [.enter])
    for key in ["+", "-", "u", "\r"] {
      await screen.perform(key == "\r" ? [.enter] : .typing(key))
      #expect(
        screen.frame?.styled(.alert)
          == ["No counter is open. Choose one with the arrows and Enter, or make one with n"])
    }
    #expect(screen.frame?.text.contains("No counter is listed") == true)
  }

  @Test func `The mark stays on its counter when others create counters`() async throws {
    let session = try await on.signedUp()
    let main = try await on.world.openCounter(in: session)
    try await on.world.useCases.deleteCounter(main, confirmation: "main", in: session)
    let tea = try await on.world.useCases.createCounter(named: "tea", in: session)
    let watch = ManualWatch()
    let flow = Flow(
      useCases: on.world.useCases, watch: watch, device: TestWorld.device, session: session)
    await flow.enter(.home)
    let screen = await ScreenWorld(flow: flow).screen()
    #expect(markedName(in: screen) == nil)
    await screen.perform([.down])
    #expect(markedName(in: screen) == "tea")
    _ = try await on.world.useCases.createCounter(named: "apples", in: session)
    await watch.tick()
    #expect(names(in: screen) == ["apples", "tea"] && markedName(in: screen) == "tea")
    await screen.perform(.typing("+"))
    #expect(try await on.world.store.refreshed(tea, in: session).count == 1)
  }

  @Test func `At 200 columns a name and its number are close together`() async throws {
    let screen = try await list(of: "coffee", columns: 200)
    let row = try #require(screen.frame?.lines.first { $0.contains("coffee  ") })
    #expect(row.drop { $0 == " " } == "coffee                0  0 today  never")
  }

  @Test func `A long name of wide characters is shortened, and the other rows keep their layout`()
    async throws
  {
    let long = String(repeating: "茶", count: 60)
    let screen = try await list(of: long, "coffee", columns: 120, wide: "茶")
    let lines = try #require(screen.frame?.lines)
    let other = try #require(lines.first { $0.contains("coffee  ") })
    #expect(other == "          coffee\(String(repeating: " ", count: 36))0  0 today  never")
    #expect(lines.contains("          \(String(repeating: "茶", count: 19))…   0  0 today  never"))
  }
}
