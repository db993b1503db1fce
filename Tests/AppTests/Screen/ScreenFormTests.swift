import Domain
import Doubles
import Presentation
import Testing

@testable import ScreenToolkit

/// Refused forms, and questions before an action.
@MainActor
@Suite(.limited) struct ScreenFormTests {
  private let on = ScreenWorld()

  @Test(arguments: [(24, 80), (12, 80), (12, 40), (13, 40)])
  func `The password rules are above the field`(rows: Int, columns: Int) async throws {
    let screen = await on.screen(rows: rows, columns: columns)
    await screen.perform(.typing("s"))
    let lines = try #require(screen.frame?.lines)
    let text = lines.joined(separator: "\n")
    let rule = try #require(lines.firstIndex { $0.contains("A password has at least") })
    #expect(text.contains("common one") && text.contains("Repeat password"))
    #expect(try #require(lines.firstIndex { $0.hasSuffix("Password") }) > rule)
  }

  private func filled(_ answers: String...) -> [KeyPress] {
    answers.flatMap { KeyPress.typing($0) + [.enter] }
  }

  @Test func `After a refused change of password the form stays open for typing`()
    async throws
  {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("ap") + filled("wrong", "other pass 2", "other pass 2"))
    var frame = try #require(screen.frame)
    #expect(frame.styled(.alert) == ["The provided credentials are not correct"])
    #expect(frame.text.contains("Change your password") && !frame.text.contains("•"))
    await screen.perform(.typing("owy"))
    frame = try #require(screen.frame)
    #expect(frame.styled(.alert) == [])
    #expect(frame.lines.contains { $0.hasSuffix("  Password  •••") })
    #expect(on.flow.scene.state.location == "ada")
    await screen.perform([.eraseLine] + filled("long enough 1", "other pass 2", "other pass 2"))
    #expect(screen.frame?.styled(.notice) == ["Password changed"])
    #expect(screen.frame?.cursor == nil)
  }

  @Test func `Text typed while a form is refused goes into the form`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("ax") + filled("wrong") + .typing("oywyq"))
    #expect(on.flow.scene.state.location == "ada" && screen.ending == nil)
    #expect(screen.frame?.lines.contains { $0.hasSuffix("  Password  •••••") } == true)
  }

  @Test func `Text typed after the session has ended is dropped`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("ax"))
    try await on.world.useCases.logOut(try await on.world.loggedIn().session, everywhere: true)
    await screen.perform(filled("long enough 1") + .typing("lq"))
    #expect(screen.frame?.styled(.alert) == ["You are not logged in"])
    #expect(screen.frame?.text.contains("Tally counts") == true)
  }

  @Test(
    arguments: [
      ("#x", "Add to main (then a note, if any): x", "Not a number: x", "5"),
      ("#1 000", "Add to main (then a note, if any): 1 000", "Not a number: 1 000", "5 12 buses"),
      ("=1e3", "Set main to (then a note, if any): 1e3", "Not a number: 1e3", "5"),
      (
        "e\u{15} ", "New name of main:", "A counter's name does not begin or end with white space",
        "tea"
      ),
      ("cnmain", "Name of the new counter: main", "There is already a counter named main", "tea"),
      ("dtea", "To delete main, type its name: tea", nil, "main"),
    ] as [(String, String, String?, String)])
  func `A refused answer stays in its question`(
    keys: String, question: String, sentence: String?, right: String
  ) async throws {
    let screen = try await on.loggedIn()
    let erased = KeyPress.typing(keys).map { $0 == .character("\u{15}") ? .eraseLine : $0 }
    await screen.perform(erased + [.enter])
    let frame = try #require(screen.frame)
    #expect(
      frame.styled(.alert) == [sentence ?? "That is not the counter's name. Nothing was deleted"])
    #expect(frame.lines.contains { $0.hasPrefix(question) })
    #expect(frame.cursor != nil)
    await screen.perform([.eraseLine] + filled(right))
    #expect(screen.frame?.styled(.alert) == [] && screen.frame?.cursor == nil)
  }

  @Test func `A note after a number is shown in the history`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("#") + filled("5  bus 12 ") + .typing("=") + filled("40 recount"))
    await screen.perform(.typing("h"))
    for columns in [80, 40] {
      screen.size = Frame.Size(rows: 24, columns: columns)
      await screen.perform([.end])
      #expect(screen.frame?.lines.contains { $0.hasSuffix("+5       5  bus 12") } == true)
    }
    await screen.perform([.escape] + .typing("#1234567 bus"))
    #expect(screen.frame?.lines.contains { $0.hasPrefix("Add to main: 1234567 bus") } == true)
  }

  @Test func `Below the number to add is a field for when it was`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("5") + [.tab] + .typing("25:00"))
    let rows = ["Add to main (then a note, if any): 5", "When (empty for now): 25:00"]
    let caret = screen.frame?.cursor
    #expect(screen.frame?.lines.contains(rows) == true && caret?.column == rows[1].count)
    await screen.perform([.down, .up, .backTab] + .typing(" bus"))
    #expect(screen.frame?.cursor?.row == caret.map { $0.row - 1 })
    await screen.perform([.enter])
    #expect(screen.frame?.styled(.alert).first?.hasPrefix("Not a time: 25:00.") == true)
    await screen.perform([.tab, .eraseLine] + filled("yesterday 18:30"))
    #expect(screen.frame?.styled(.alert) == [] && screen.frame?.cursor == nil)
    await screen.perform(.typing("h"))
    #expect(screen.frame?.lines.contains { $0.hasSuffix("-01 18:30:00  +5  5  bus") } == true)
    await screen.perform([.escape] + .typing("="))
    #expect(screen.frame?.text.contains("When") == false)
  }

  @Test func `An alert disappears with the next question, and stays away`() async throws {
    let screen = try await on.loggedIn()
    for (keys, way) in [("#", [KeyPress.escape]), ("q", [.escape]), ("e", [.escape])] {
      await screen.perform(.typing("u"))
      #expect(screen.frame?.styled(.alert) == ["There is nothing to undo"])
      await screen.perform(.typing(keys))
      #expect(screen.frame?.styled(.alert) == [])
      await screen.perform(way)
      #expect(screen.frame?.styled(.alert) == [])
    }
  }

  @Test func `A question leaves the newest bar visible`() async throws {
    let screen = try await on.loggedIn(counting: .add(3))
    let newest = { screen.frame?.lines.contains { $0.contains("2026-02-02  3  █") } }
    #expect(newest() == true)
    for keys in ["#", "\u{1B}q"] {
      await screen.perform(KeyPress.typing(keys).map { $0 == .character("\u{1B}") ? .escape : $0 })
      #expect(newest() == true)
    }
  }

  @Test(arguments: [
    ("o", "Log out of ada's account?"), ("w", "Log out of ada's account here and everywhere else?"),
  ])
  func `Logging out needs a confirmation with y`(key: String, question: String)
    async throws
  {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("a\(key)"))
    let asking = try #require(screen.frame)
    #expect(
      asking.lines.contains(" \(question)") && asking.lines.last == " y yes  n no  Esc cancel")
    await screen.perform(.typing("owxq?+") + [.enter])
    #expect(screen.frame == asking)
    for no in [KeyPress.escape, .character("n")] {
      await screen.perform([no])
      #expect(screen.frame?.text.contains(question) == false)
      await screen.perform(.typing(key))
      #expect(screen.frame == asking)
    }
    await screen.perform(.typing("n"))
    #expect(on.flow.scene.state.location == "ada")
    await screen.perform(.typing("\(key)y"))
    #expect(screen.frame?.styled(.notice) == ["Logged out"])
  }

  @Test func `Quitting needs a confirmation when it ends the session`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("q"))
    #expect(screen.frame?.lines.contains(" Quit and log out of ada's account?") == true)
    await screen.perform([.escape] + .typing("+"))
    #expect(screen.frame?.text.contains("Current count is 1") == true)
    await screen.perform(.typing("qy"))
    #expect(screen.ending == .quit)
  }

  @Test func `Quitting needs no confirmation when logged out or with a saved login`() async throws {
    let welcome = await on.screen()
    await welcome.perform(.typing("q"))
    #expect(welcome.ending == .quit)
    let flow = Flow(
      useCases: on.world.useCases, device: TestWorld.device,
      session: try await on.world.signedUp())
    await flow.enter(.start)
    let screen = await ScreenWorld(flow: flow).screen()
    await screen.perform(.typing("q"))
    #expect(screen.ending == .quit)
  }

  @Test func `A question disappears when its scene is left`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("ao"))
    await on.flow.enter(.home)
    #expect(screen.frame?.text.contains("Log out of") == false)
    await screen.perform(.typing("y"))
    #expect(on.flow.scene.home != nil)
  }
}
