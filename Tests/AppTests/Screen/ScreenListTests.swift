import Domain
import Doubles
import Presentation
import Testing

@testable import App

/// The list of counters on the screen: its cursor, its search, its columns.
@MainActor
@Suite struct ScreenListTests {
  private let on = ScreenWorld()

  /// The list of an account with these counters, of which the last is open.
  private func list(of names: String..., columns: Int = 80, wide: String = "") async throws
    -> Screen
  {
    let session = try await on.signedUp()
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

  @Test func `Each key narrows the search, whatever the case, and what is searched is shown`()
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

  @Test func `A search marks what begins with it, and Enter opens what is marked`() async throws {
    let screen = try await list(of: "Green tea", "tea", "coffee")
    await screen.perform(.typing("/tea"))
    #expect(markedName(in: screen) == "tea")
    await screen.perform([.up])
    #expect(markedName(in: screen) == "Green tea")
    await screen.perform([.down, .enter])
    #expect(on.flow.scene.state.location == "ada/tea")
  }

  @Test func `A search that finds nothing says which name was meant, and stays`() async throws {
    let screen = try await list(of: "coffee")
    await screen.perform(.typing("/cofee") + [.enter])
    #expect(
      screen.frame?.styled(.alert) == ["There is no counter named cofee. Did you mean coffee?"])
    #expect(screen.frame?.lines.contains("Search: cofee") == true)
    await screen.perform([.backspace, .backspace] + .typing("fee") + [.enter])
    #expect(on.flow.scene.state.location == "ada/coffee")
  }

  @Test func `At 200 columns a name and its number stay together`() async throws {
    let screen = try await list(of: "coffee", columns: 200)
    let row = try #require(screen.frame?.lines.first { $0.contains("coffee  ") })
    #expect(row.drop { $0 == " " } == "coffee                0  never")
  }

  @Test func `A long name of wide characters is shortened, and the other rows stay as they are`()
    async throws
  {
    let long = String(repeating: "茶", count: 60)
    let screen = try await list(of: long, "coffee", columns: 120, wide: "茶")
    let lines = try #require(screen.frame?.lines)
    let other = try #require(lines.first { $0.contains("coffee  ") })
    #expect(other == "          coffee\(String(repeating: " ", count: 36))0  never")
    #expect(lines.contains("          \(String(repeating: "茶", count: 19))…   0  never"))
  }
}
