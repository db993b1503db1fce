import Domain
import Doubles
import Presentation
import Testing

@testable import ScreenToolkit

/// Clicks on the full screen.
@MainActor
@Suite(.limited) struct ScreenMouseTests {
  private let on = ScreenWorld()

  /// The list of an account with main and these counters; the last one is open.
  private func list(of names: [String], rows: Int = 24) async throws -> Screen {
    let session = try await on.signedUp()
    try await on.world.shareFirstCounter(in: session)
    for name in names { _ = try await on.world.useCases.createCounter(named: name, in: session) }
    await on.begin()
    let screen = await on.screen(rows: rows)
    await screen.perform(.typing("c"))
    return screen
  }

  /// A click on the last character of a text.
  private func click(_ text: String, in screen: Screen) throws -> [KeyPress] {
    let lines = try #require(screen.frame).lines
    let row = try #require(lines.lastIndex { $0.contains(text) }, "\(text) is not shown")
    let end = try #require(lines[row].firstRange(of: text)).upperBound
    return [.click(Frame.Position(row: row, column: lines[row][..<end].count - 1))]
  }

  private func markedName(in screen: Screen) -> String? {
    screen.frame?.marked.first?.split(separator: "  ").first.map(String.init)
  }

  @Test func `A click marks a row, and a click on the marked row opens it`() async throws {
    let screen = try await list(of: ["tea", "coffee"])
    await screen.perform(try click("tea", in: screen))
    #expect(markedName(in: screen) == "tea" && on.flow.scene.home != nil)
    await screen.perform(try click("main", in: screen))
    #expect(markedName(in: screen) == "main" && on.flow.scene.home != nil)
    await screen.perform(try click("never", in: screen))
    #expect(markedName(in: screen) == "tea")
    await screen.perform(try click("tea", in: screen))
    #expect(on.flow.scene.state.location == "ada/tea")
  }

  @Test func `A click on a key's word presses the key`() async throws {
    let screen = try await list(of: ["coffee"])
    for word in ["+ add", "+ add", "- subtract", "+ add", "u undo"] {
      await screen.perform(try click(word, in: screen))
    }
    #expect(screen.frame?.styled(.notice) == ["Undid +1"])
    await screen.perform(try click("Enter open", in: screen))
    #expect(on.counter?.state.counter.count == 1)
    await screen.perform(try click("? help", in: screen))
    #expect(screen.frame?.styled(.heading).contains("Keys") == true)
    await screen.perform(try click("Esc close", in: screen))
    await screen.perform(try click("= set", in: screen))
    await screen.perform(.typing("40"))
    await screen.perform(try click("Enter done", in: screen))
    #expect(on.counter?.state.counter.count == 40)
    await screen.perform(try click("q quit", in: screen))
    await screen.perform(try click("Esc cancel", in: screen))
    #expect(screen.ending == nil)
    await screen.perform(try click("q quit", in: screen))
    await screen.perform(try click("y yes", in: screen))
    #expect(screen.ending == .quit)
  }

  @Test func `A click elsewhere does nothing, and the notice stays`() async throws {
    let screen = try await list(of: ["coffee"])
    await screen.perform(.typing("u"))
    let before = try #require(screen.frame)
    let places = (0..<24).flatMap { row in
      (0..<80).map { Frame.Position(row: row, column: $0) }
    }.filter { before.key(at: $0) == nil }
    #expect(places.count > 1_000)
    await screen.perform(places.map { .click($0) })
    #expect(screen.frame == before)
    await screen.perform(try click("Arrows move", in: screen))
    #expect(screen.frame == before)
    await screen.perform([.click(Frame.Position(row: 99, column: 99))])
    #expect(screen.frame == before)
  }

  @Test func `A click in a scrolled list does not scroll it`() async throws {
    let screen = try await list(of: (10..<40).map { "c\($0)" }, rows: 14)
    let before = try #require(screen.frame)
    let first = try #require(before.lines.first { $0.hasSuffix("never") }?.split(separator: " ")[0])
    await screen.perform(try click(String(first), in: screen))
    #expect(markedName(in: screen) == String(first) && screen.frame?.lines == before.lines)
    await screen.perform(try click(String(first), in: screen))
    #expect(on.flow.scene.state.location == "ada/\(first)")
  }

  @Test func `In a search, a click marks a found counter, and opens it`() async throws {
    let screen = try await list(of: ["green tea", "tea", "coffee"])
    await screen.perform(.typing("/tea"))
    #expect(markedName(in: screen) == "tea")
    await screen.perform(try click("green tea", in: screen))
    #expect(markedName(in: screen) == "green tea")
    await screen.perform(try click("green tea", in: screen))
    #expect(on.flow.scene.state.location == "ada/green tea")
  }

  @Test func `Rows under a question or the help cannot be clicked`() async throws {
    let screen = try await list(of: ["tea", "coffee"])
    let row = try click("tea", in: screen)
    for key in ["n", "q", "?"] {
      await screen.perform(.typing(key))
      let before = screen.frame
      await screen.perform(row + row)
      #expect(screen.frame == before, "\(key)")
      await screen.perform([.escape])
    }
    #expect(markedName(in: screen) == "coffee")
  }

  @Test func `A click marks a member, and changes no role`() async throws {
    let screen = try await on.loggedIn()
    _ = try await on.world.signedUp("bea")
    await screen.perform(.typing("@ibea") + [.enter])
    for _ in 1...2 { await screen.perform(try click("bea ", in: screen)) }
    #expect(screen.frame?.marked.first?.hasPrefix("bea ") == true)
    #expect(screen.frame?.marked.first?.contains(" counts ") == true)
    await screen.perform(try click("K unshare", in: screen))
    await screen.perform(try click("y yes", in: screen))
    #expect(screen.frame?.styled(.notice) == ["bea can no longer see main"])
  }

  @Test func `Waiting clicks and keys are handled in their order`() async throws {
    let screen = try await list(of: ["tea", "coffee"])
    let (tea, add) = (try click("tea", in: screen), try click("+ add", in: screen))
    await screen.perform(add + add + tea + .typing("+") + add + tea + .typing("+"))
    #expect(on.flow.scene.state.location == "ada/tea")
    #expect(on.counter?.state.counter.count == 3)
  }

  @Test(
    arguments: [
      ("xterm-256color", "\u{1B}[<0;%c;%rM\u{1B}[<0;%c;%rm", "\u{1B}[<65;9;9M"),
      ("screen", "\u{1B}[M %C%R\u{1B}[M#%C%R", "\u{1B}[Ma))"),
    ])
  func `In a terminal, the mouse clicks, and its wheel moves`(
    _ name: String, _ click: String, _ wheel: String
  ) async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("target 9", "main has the target 9\n")
    try await tally.check("new tea --quiet")
    let terminal = try await tally.terminal(["screen"], environment: ["TERM": name])
    func press(_ text: String) async throws {
      try await terminal.see(text)
      let lines = TerminalPicture(Array(await terminal.transcript.utf8)).lines
      let row = try #require(lines.lastIndex { $0.contains(text) })
      let range = try #require(lines[row].firstRange(of: text))
      let column = lines[row][..<range.lowerBound].count
      // Columns and rows count from 1, and the older form adds 32.
      var typed = click.replacing("%c", with: "\(column + 1)").replacing("%r", with: "\(row + 1)")
      for (place, number) in [("%C", column), ("%R", row)] {
        typed = typed.replacing(place, with: String(UnicodeScalar(UInt8(33 + number))))
      }
      try await terminal.type(typed)
    }
    try await press("+ add")
    try await terminal.see("Current count is 1")
    try await press("c counters")
    // The last row is written last.
    try await terminal.see("Esc back")
    try await press("main")
    try await press("+ add")
    try await terminal.see("+1 today")
    try await terminal.type(wheel + "+")
    try await press("main")
    try await press("main")
    try await terminal.see("Current count is 1")
    try await terminal.see("c counters  e rename  d delete  a account  ? help  q quit")
    try await press("q quit")
    #expect(try await terminal.waitForEnd() == 0)
    try await tally.check("show tea", "2\n")
    #expect(!TerminalPicture(Array(await terminal.transcript.utf8)).hasMouse)
  }
}
