import Domain
import Doubles
import Presentation
import Testing

@testable import App

/// What is shown and what keys do, without a terminal.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct ScreenTests {
  private let world = TestWorld()
  private let flow: Flow

  init() {
    flow = Flow(useCases: world.useCases, days: world.days)
  }

  private func screen(rows: Int = 24, columns: Int = 80, wide: String = "") async -> Screen {
    let page = Page(columns: columns, hasBlocks: true) {
      wide.unicodeScalars.contains($0)
        ? 2 : $0.properties.canonicalCombiningClass == .notReordered ? 1 : 0
    }
    let screen = Screen(
      flow: flow, size: Frame.Size(rows: rows, columns: columns), page: page,
      makeSecret: { SecretLine(wipe: { $0.initializeMemory(as: UInt8.self, repeating: 0) }) })
    await screen.perform()
    return screen
  }

  private func loggedIn(counting commands: CountCommand...) async throws -> Screen {
    let session = try await world.signedUp()
    if !commands.isEmpty {
      let main = try await world.openCounter(in: session)
      _ = try await world.useCases.changeCount(commands, to: main, in: session)
    }
    await flow.showLoggedIn(session)
    return await screen()
  }

  @Test func `Welcome says what Tally is and marks the first choice`() async throws {
    let screen = await screen()
    let frame = try #require(screen.frame)
    #expect(frame.text.contains("Tally counts things and keeps the counts."))
    #expect(frame.marked == ["  Log in  "])
    #expect(frame.lines.last == " l log in  s sign up  ? help  q quit")
    await screen.perform([.down])
    #expect(screen.frame?.marked == ["  Sign up  "])
    await screen.perform([.enter])
    #expect(screen.frame?.text.contains("Repeat password") == true)
    await screen.perform([.escape])
    #expect(screen.frame?.text.contains("Tally counts") == true)
  }

  @Test func `A sign-up with mistakes shows each as the alert, and no password`() async throws {
    let screen = await screen()
    await screen.perform(.typing("s"))
    await screen.perform(.typing("adx") + [.backspace] + .typing("a") + [.enter])
    await screen.perform(.typing("long enough 1") + [.enter] + .typing("long enough 2"))
    var frame = try #require(screen.frame)
    #expect(frame.lines.contains { $0.contains("Username  ada") })
    #expect(frame.lines.filter { $0.hasSuffix("  •••••••••••••") }.count == 2)
    #expect(!frame.text.contains("long"))
    await screen.perform([.enter])
    frame = try #require(screen.frame)
    #expect(frame.styled(.alert) == ["The two passwords differ"])
    #expect(!frame.text.contains("•"))
    // The first empty field is the next that is typed into.
    await screen.perform(
      .typing("long enough 1") + [.tab] + .typing("long enough 1") + [.enter])
    frame = try #require(screen.frame)
    #expect(frame.lines[0] == " Tally  ada/main")
    #expect(frame.styled(.notice) == ["Logged in as ada"])
    #expect(frame.text.contains("Type + to start counting"))
  }

  @Test func `A failed login empties both fields, and typing takes the alert away`() async throws {
    let screen = await screen()
    await screen.perform(
      .typing("l") + .typing("ada") + [.enter] + .typing("wrong pass") + [.enter])
    #expect(screen.frame?.styled(.alert) == ["The provided credentials are not correct"])
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username") } == true)
    await screen.perform(.typing("a"))
    #expect(screen.frame?.styled(.alert) == [])
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username  a") } == true)
  }

  @Test func `A field is edited where the cursor is`() async throws {
    let screen = await screen()
    await screen.perform(.typing("l") + .typing("bda") + [.home, .delete] + .typing("a"))
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username  ada") } == true)
    await screen.perform([.end, .left, .eraseLine])
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username  a") } == true)
    let frame = try #require(screen.frame)
    let cursor = try #require(frame.cursor)
    #expect(frame.rows[cursor.row][cursor.column].text == "a")
  }

  @Test func `Keys count, take back and make again`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing("+++-"))
    #expect(screen.frame?.text.contains("Current count is 2") == true)
    await screen.perform(.typing("u"))
    #expect(screen.frame?.styled(.notice) == ["Undid -1"])
    await screen.perform(.typing("r"))
    #expect(screen.frame?.styled(.notice) == ["Redid -1"])
    await screen.perform(.typing("s-40") + [.enter] + .typing("7") + [.enter])
    #expect(screen.frame?.text.contains("Current count is -33") == true)
    await screen.perform(.typing("0"))
    #expect(screen.frame?.text.contains("Current count is 0") == true)
    await screen.perform(.typing("nx") + [.enter])
    #expect(screen.frame?.styled(.alert) == ["Not a number: x"])
    await screen.perform(.typing("n5") + [.escape] + .typing("+"))
    #expect(screen.frame?.text.contains("Current count is 1") == true)
  }

  @Test func `Counts that wait together are one transaction, and nothing is lost`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing(String(repeating: "+", count: 1_000) + "h"))
    #expect(flow.scene.location == "ada/main")
    let last = try #require(screen.frame?.lines.last { $0.contains(":") })
    #expect(last.hasSuffix("+1  1000"))
  }

  @Test func `The count is large, with its bars of the last days`() async throws {
    let screen = try await loggedIn(counting: .add(-12))
    let frame = try #require(screen.frame)
    #expect(
      frame.lines[4..<9].map { $0.drop { $0 == " " } } == [
        "████    ██████", "██        ██", "██████    ██    ██████", "██    ██", "██████  ██████",
      ])
    #expect(frame.lines.contains { $0.hasPrefix("  2026-02-02  -12  ░░░") })
    #expect(frame.styled(.lightBar).count == 1)
  }

  @Test func `A counter is renamed, and deleted by its name alone`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing("e") + [.eraseLine] + .typing("Café noir") + [.enter])
    #expect(screen.frame?.lines[0] == " Tally  ada/Café noir")
    await screen.perform(.typing("dmain") + [.enter])
    #expect(
      screen.frame?.styled(.alert) == ["That is not the counter's name. Nothing was deleted"])
    await screen.perform(.typing("dcafé noir") + [.enter])
    #expect(screen.frame?.styled(.notice) == ["Deleted Café noir"])
    #expect(screen.frame?.text.contains("No counter is open. Type open NAME") == true)
    #expect(screen.frame?.text.contains("You have no counters yet") == true)
  }

  @Test func `The list is gone through with a cursor, which finds its counter again`() async throws
  {
    let screen = try await loggedIn()
    for name in ["tea", "apples", "bread"] { await screen.perform(.typing("ln\(name)") + [.enter]) }
    await screen.perform(.typing("l") + [.down, .down])
    #expect(screen.frame?.marked.first?.hasPrefix("main ") == true)
    await screen.perform(.typing("naaa") + [.enter] + .typing("l") + [.end])
    #expect(screen.frame?.marked.first?.hasPrefix("tea ") == true)
    await screen.perform([.up, .enter])
    #expect(flow.scene.location == "ada/main")
    await screen.perform(.typing("loTEX") + [.enter])
    #expect(
      screen.frame?.styled(.alert) == ["There is no counter named TEX. Did you mean tea?"])
    await screen.perform([.escape])
    #expect(flow.scene.location == "ada/main")
  }

  @Test func `The history shows changes and bars, and more of both`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing(String(repeating: "+", count: 30)) + .typing("h"))
    #expect(screen.frame?.lines.contains { $0.hasSuffix("+1  30") } == true)
    #expect(screen.frame?.lines.contains { $0.hasPrefix("  2026-02-02  30  █") } == true)
    await screen.perform(.typing("m"))
    #expect(screen.frame?.lines.contains { $0.hasPrefix("  2026-02-01  30  █") } == true)
    await screen.perform(.typing("o") + [.home])
    #expect(screen.frame?.lines.contains { $0.hasSuffix("+1  1") } == true)
    #expect(screen.frame?.lines.contains { $0.hasSuffix("+1  30") } == false)
    await screen.perform([.end, .escape])
    #expect(screen.frame?.text.contains("Current count is 30") == true)
  }

  @Test func `The account's password is changed, and the account deleted`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing("a"))
    #expect(screen.frame?.text.contains("Logged in nowhere else") == true)
    let answers = ["long enough 1", "other pass 2", "other pass 2"]
    await screen.perform(.typing("p") + answers.flatMap { .typing($0) + [.enter] })
    #expect(screen.frame?.styled(.notice) == ["Password changed"])
    await screen.perform(.typing("dlong enough 1") + [.enter])
    #expect(screen.frame?.styled(.alert) == ["The provided credentials are not correct"])
    await screen.perform(.typing("dother pass 2") + [.enter])
    #expect(screen.frame?.styled(.notice) == ["Account deleted"])
    #expect(flow.scene.location == "tally")
  }

  @Test func `A password that was begun and dropped is forgotten`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing("a") + .typing("pabc") + [.escape])
    await screen.perform(.typing("d") + [.enter])
    #expect(screen.frame?.styled(.alert).isEmpty == false)
    #expect(flow.scene.location == "ada")
  }

  @Test func `One logs out, here or everywhere`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing("ao"))
    #expect(screen.frame?.styled(.notice) == ["Logged out"])
    await flow.showLoggedIn(try await world.loggedIn().session)
    await screen.perform(.typing("ae"))
    #expect(screen.frame?.styled(.notice) == ["Logged out"])
  }

  @Test func `Help shows every key of the scene, and goes away`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing("?"))
    let text = try #require(screen.frame?.text)
    for hint in CounterShortcut.hints + GeneralShortcut.hints {
      #expect(text.contains(hint.meaning))
    }
    await screen.perform([.escape])
    #expect(screen.frame?.text.contains("Type + to start counting") == true)
    await screen.perform(.typing("?q"))
    #expect(screen.ending == nil)
    await screen.perform(.typing("q"))
    #expect(screen.ending == .quit)
    #expect(screen.frame == nil)
  }

  @Test func `Where a text is typed, q and ? are letters`() async throws {
    let screen = await screen()
    await screen.perform(.typing("l") + .typing("q?"))
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username  q?") } == true)
    #expect(screen.ending == nil)
  }

  @Test func `Wide characters and marks stand where they belong`() async throws {
    let screen = try await loggedIn()
    await screen.perform(.typing("e") + [.eraseLine] + .typing("咖啡 e\u{301}") + [.enter])
    let wide = await self.screen(wide: "咖啡")
    let title = try #require(wide.frame?.rows[0])
    #expect(title[12...17].map(\.text) == ["咖", "", "啡", "", " ", "é"])
    #expect(wide.frame?.lines[0] == " Tally  ada/咖啡 é")
  }

  @Test(arguments: [(11, 80), (24, 39), (1, 1), (0, 0)])
  func `A terminal that is too small is told so`(rows: Int, columns: Int) async throws {
    let screen = await screen(rows: rows, columns: columns)
    let frame = try #require(screen.frame)
    #expect(frame.rows.count == rows)
    #expect(frame.rows.allSatisfy { $0.count == columns })
    if columns > 30 { #expect(frame.text.hasPrefix("Tally needs 40 columns and 12")) }
  }

  @Test func `Every scene fits every size`() async throws {
    let screen = try await loggedIn(counting: .set(.min))
    let ways: [[KeyPress]] = [
      [], .typing("?"), [.escape] + .typing("d"), [.escape] + .typing("h"),
      [.escape] + .typing("l"), .typing("n"), [.escape] + .typing("a"), .typing("p"),
      [.escape] + .typing("o"), .typing("l"), [.escape] + .typing("s"),
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

extension [KeyPress] {
  fileprivate static func typing(_ text: String) -> [KeyPress] { KeyPress.typing(text) }
}

extension Frame {
  /// The texts of a style, a row each.
  fileprivate func styled(_ style: Style) -> [String] {
    rows.compactMap { row in
      let text = row.filter { $0.style == style }.map(\.text).joined()
      let inner = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      return inner.isEmpty ? nil : String(inner)
    }
  }

  /// What is marked.
  fileprivate var marked: [String] {
    rows.compactMap { row in
      let text = row.filter { $0.style == .selected }.map(\.text).joined()
      return text.isEmpty ? nil : text
    }
  }
}
