import Domain
import Doubles
import Observation
import Presentation
import Samples
import Testing

@testable import ScreenToolkit
@testable import Terminal

/// The frames of the screen, without a terminal.
@MainActor
@Suite(.limited) struct ScreenFrameTests {
  private let on = ScreenWorld()

  @Test func `The count is large, above the bars of the last days`() async throws {
    let screen = try await on.loggedIn(counting: .add(-12))
    let frame = try #require(screen.frame)
    #expect(
      frame.lines[4..<9].map { $0.drop { $0 == " " } } == [
        "████    ██████", "██        ██", "██████    ██    ██████", "██    ██", "██████  ██████",
      ])
    #expect(frame.lines.contains { $0.hasPrefix("  2026-02-02  -12  ░░░") })
    #expect(frame.styled(.lightBar).count == 1)
  }

  @Test func `A number that leaves no room for a bar has none`() async throws {
    _ = try await on.loggedIn(counting: .add(.min + 1))
    let screen = await on.screen(columns: 40)
    await screen.perform(.typing("hbbbb"))
    let frame = try #require(screen.frame)
    #expect(frame.text.contains("-9223372036854775807"))
    #expect(frame.styled(.lightBar) == [])
  }

  @Test(arguments: [40, 50, 62, 80])
  func `Each count of a history is complete on a screen of any width`(columns: Int)
    async throws
  {
    _ = try await on.loggedIn(counting: .add(.max), .undo, .set(-1_234), .reset)
    let screen = await on.screen(columns: columns)
    await screen.perform(.typing("h"))
    let lines = try #require(screen.frame?.lines)
    for count in ["9223372036854775807", "0", "-1234"] {
      #expect(lines.contains { $0.contains("02-02 ") && $0.hasSuffix(" \(count)") }, "\(count)")
    }
    let hasYear = lines.contains { $0.contains("2026-02-02 ") && $0.hasSuffix(" -1234") }
    #expect(hasYear == (columns > 62))
  }

  @Test func `The help scrolls up from its end at once`() async throws {
    _ = try await on.loggedIn()
    let screen = await on.screen(rows: 12)
    await screen.perform(.typing("?") + [.down])
    let second = screen.frame
    await screen.perform(Array(repeating: .down, count: 50))
    let end = try #require(screen.frame)
    #expect(end.lines.contains { $0.contains("leave the screen") })
    await screen.perform([.down])
    #expect(screen.frame == end)
    await screen.perform([.up])
    #expect(screen.frame != end)
    await screen.perform(Array(repeating: .up, count: 50) + [.down])
    #expect(screen.frame == second)
    await screen.perform([.home, .pageDown])
    let page = screen.frame
    #expect(page != second && page != end)
    await screen.perform([.pageUp, .down])
    #expect(screen.frame == second)
    await screen.perform([.end])
    #expect(screen.frame == end)
  }

  @Test func `The list has a cursor, which returns to its counter`() async throws {
    let screen = try await on.loggedIn(counting: .add(1))
    for name in ["tea", "apples", "bread"] { await screen.perform(.typing("cn\(name)") + [.enter]) }
    await screen.perform(.typing("c"))
    #expect(screen.frame?.marked.first?.hasPrefix("bread ") == true)
    await screen.perform([.home, .down, .down])
    #expect(screen.frame?.marked.first?.hasPrefix("main ") == true)
    await screen.perform(.typing("naaa") + [.enter] + .typing("c") + [.end])
    #expect(screen.frame?.marked.first?.hasPrefix("tea ") == true)
    await screen.perform([.up, .enter])
    #expect(on.flow.scene.state.location == "ada/main")
  }

  @Test func `Help shows every key of the scene, and closes`() async throws {
    let screen = try await on.loggedIn(rows: 30)
    await screen.perform(.typing("?"))
    let text = try #require(screen.frame?.text)
    for hint in CounterScene.Choice.hints + Destination.hints + KeyHint.general {
      #expect(text.contains(hint.meaning))
    }
    await screen.perform([.escape])
    #expect(screen.frame?.text.contains("Type + to start counting") == true)
    await screen.perform(.typing("?q"))
    #expect(screen.ending == nil)
    await screen.perform(.typing("qy"))
    #expect(screen.ending == .quit)
    #expect(screen.frame == nil)
  }

  @Test func `A scene that was left is deallocated, even while its screen was observed`()
    async throws
  {
    let screen = try await on.loggedIn()
    let watching = Task {
      var shown = 0
      for await frame in Observations({ [weak screen] in screen?.frame }) {
        guard frame != nil else { break }
        shown += 1
      }
      return shown
    }
    await screen.perform(.typing("+"))
    weak let left = on.counter
    #expect(left != nil)
    await screen.perform(.typing("h"))
    for _ in 0..<1_000 where left != nil { await Task.yield() }
    #expect(left == nil)
    await screen.perform(.typing("qy"))
    #expect(await watching.value > 0)
  }

  @Test func `Wide characters and combining marks are placed correctly`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("e") + [.eraseLine] + .typing("咖啡 e\u{301}") + [.enter])
    let wide = await on.screen(wide: "咖啡")
    let title = try #require(wide.frame?.rows[0])
    #expect(title[12...17].map(\.text) == ["咖", "", "啡", "", " ", "é"])
    #expect(wide.frame?.lines[0] == " Tally  ada/咖啡 é")
  }

  @Test(arguments: [(11, 80), (24, 39), (1, 1), (0, 0)])
  func `A screen that is too small says so`(rows: Int, columns: Int) async throws {
    let screen = await on.screen(rows: rows, columns: columns)
    let frame = try #require(screen.frame)
    #expect(frame.rows.count == rows)
    #expect(frame.rows.allSatisfy { $0.count == columns })
    if columns > 30 { #expect(frame.text.hasPrefix("Tally needs 40 columns and 12")) }
  }

  nonisolated private static let kindNames = ActiveScene.sampled.map { kind in kind.name }

  /// Sizes from 1 by 1 on: widths at some heights, and heights at some widths.
  private static let sizes =
    ([1, 2, 3, 4, 5, 7, 11, 20, 31] + (37...41) + [50, 60]).flatMap { columns in
      [1, 2, 12, 20].map { Frame.Size(rows: $0, columns: columns) }
    } + (3...19).flatMap { rows in [2, 40].map { Frame.Size(rows: rows, columns: $0) } }

  @Test(arguments: kindNames)
  func `Every key works on every scene at every size`(name: String) async throws {
    let keys =
      KeyPress.typing("?x?") + [.down, .up, .home] + KeyPress.typing("+-ur0=1#%hb@ckvize/ndapw")
      + [.enter, .escape, .up, .down, .pageUp, .pageDown, .home, .end, .tab, .backTab, .backspace]
      + [.click(Frame.Position(row: 0, column: 0)), .pasted("x"), .escape, .escape]
    var random = Seed().generator
    for kind in ActiveScene.sampled where kind.name == name {
      for scene in try kind.still().prefix(2) {
        let screen = Screen(
          showing: { scene }, size: Frame.Size(rows: 1, columns: 1),
          metrics: TextMetrics(columns: 80, hasBlocks: true) { _ in 1 }, calendar: FixedCalendar(),
          quittingEndsSession: { true })
        // Others each time.
        for size in Self.sizes.shuffled(using: &random).prefix(Self.sizes.count / 2) {
          screen.size = size
          for key in size.columns < 3 || size.columns == 40 ? keys.map({ [$0] }) : [keys] {
            await screen.perform(key)
            let rows = try #require(screen.frame?.rows)
            #expect(rows.count == size.rows && rows.allSatisfy { $0.count == size.columns })
          }
          // A question or the help may be left.
          await screen.perform([.escape, .escape])
        }
      }
    }
  }

  @Test(arguments: [40, 50, 64, 80])
  func `Names are the last to go on a narrow screen`(columns: Int) async throws {
    let session = try await on.signedUp()
    let bea = try await on.world.signedUp("bea-with-a-long-name")
    let door = try await on.world.useCases.createCounter(named: "the front door", in: session)
    _ = try await on.world.useCases.changeCount([.add(1_234_567)], to: door, in: session)
    _ = try await on.world.useCases.shareCounter(
      door, with: "bea-with-a-long-name", as: .counts, in: session)
    let seen = try await on.world.useCases.findCounter(
      named: "ada/the front door", in: bea)
    _ = try await on.world.useCases.changeCount([.add(89)], to: seen, in: bea)
    await on.begin()
    let screen = await on.screen(columns: columns)
    await screen.perform(.typing("h"))
    #expect(screen.frame?.text.contains("by bea-with-a-lo") == true)
    #expect(screen.frame?.text.contains("  1234656  ") == true)
    await screen.perform([.escape] + .typing("@"))
    #expect(screen.frame?.text.contains("bea-with-a-long-name") == true)
    await screen.perform([.escape] + .typing("c"))
    let row = try #require(screen.frame?.lines.first { $0.contains("the front door") })
    #expect(row.contains("  1234656"))
    #expect(row.contains("2026-02-02") == (columns >= 64))
  }

  @Test func `Every scene fits every size`() async throws {
    let screen = try await on.loggedIn(counting: .set(.min))
    let ways: [[KeyPress]] = [
      [], .typing("?"), [.escape] + .typing("d"), [.escape] + .typing("h"),
      [.escape] + .typing("c"), .typing("n"), [.escape] + .typing("/x"),
      [.escape] + .typing("a"), .typing("p"), [.escape] + .typing("o"), .typing("y"),
      .typing("l"), [.escape] + .typing("s"),
    ]
    for keys in ways {
      await screen.perform(keys)
      for rows in 12...40 {
        for columns in [40, 41, 57, 79, 80, 81, 120] {
          screen.size = Frame.Size(rows: rows, columns: columns)
          #expect(screen.frame?.rows.count == rows)
          #expect(screen.frame?.rows.allSatisfy { $0.count == columns } == true)
        }
      }
    }
    #expect(screen.frame?.text.contains("Repeat password") == true)
  }
}
