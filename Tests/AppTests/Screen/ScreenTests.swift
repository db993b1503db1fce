import Domain
import Doubles
import Presentation
import Testing

@testable import ScreenToolkit

/// The keys of each scene, without a terminal.
@MainActor
@Suite(.limited) struct ScreenTests {
  private let on = ScreenWorld()

  @Test func `Welcome describes Tally and marks the first choice`() async throws {
    let screen = await on.screen()
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

  @Test func `A failed sign-up shows the reason, and no password`() async throws {
    let screen = await on.screen()
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
    // The cursor is in the first empty field.
    await screen.perform(
      .typing("long enough 1") + [.tab] + .typing("long enough 1") + [.enter])
    frame = try #require(screen.frame)
    #expect(frame.lines[0] == " Tally  ada/main")
    #expect(frame.styled(.notice) == ["Logged in as ada"])
    #expect(frame.text.contains("Type + to start counting"))
  }

  @Test
  func `A failed login keeps the username and clears the password, and typing clears the alert`()
    async throws
  {
    let screen = await on.screen()
    await screen.perform(
      .typing("l") + .typing("ada") + [.enter] + .typing("wrong pass") + [.enter])
    #expect(screen.frame?.styled(.alert) == ["The provided credentials are not correct"])
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username  ada") } == true)
    #expect(screen.frame?.text.contains("•") == false)
    await screen.perform(.typing("a"))
    #expect(screen.frame?.styled(.alert) == [])
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Password  •") } == true)
  }

  @Test func `A field is edited at the cursor`() async throws {
    let screen = await on.screen()
    await screen.perform(.typing("l") + .typing("bda") + [.home, .delete] + .typing("a"))
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username  ada") } == true)
    await screen.perform([.end, .left, .eraseLine])
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username  a") } == true)
    let frame = try #require(screen.frame)
    let cursor = try #require(frame.cursor)
    #expect(frame.rows[cursor.row][cursor.column].text == "a")
  }

  @Test func `Keys count, undo and redo`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("+++-"))
    #expect(screen.frame?.text.contains("Current count is 2") == true)
    await screen.perform(.typing("u"))
    #expect(screen.frame?.styled(.notice) == ["Undid -1"])
    await screen.perform(.typing("r"))
    #expect(screen.frame?.styled(.notice) == ["Redid -1"])
    await screen.perform(.typing("=-40") + [.enter] + .typing("7") + [.enter])
    #expect(screen.frame?.text.contains("Current count is -33") == true)
    await screen.perform(.typing("0"))
    #expect(screen.frame?.text.contains("Current count is 0") == true)
    await screen.perform(.typing("#5") + [.escape] + .typing("+"))
    #expect(screen.frame?.text.contains("Current count is 1") == true)
  }

  @Test func `Waiting counts are all done before the next action`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing(String(repeating: "+", count: 1_000) + "h"))
    #expect(on.flow.scene.state.location == "ada/main")
    let last = try #require(
      screen.frame?.lines.last { $0.contains("2026-02-02 ") && $0.contains(":") })
    #expect(last.hasSuffix("+1  1000"))
  }

  @Test func `A counter is renamed, and deleted only by its name`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("e") + [.eraseLine] + .typing("Café noir") + [.enter])
    #expect(screen.frame?.lines[0] == " Tally  ada/Café noir")
    await screen.perform(.typing("dmain") + [.enter])
    #expect(
      screen.frame?.styled(.alert) == ["That is not the counter's name. Nothing was deleted"])
    await screen.perform([.eraseLine] + .typing("café noir") + [.enter])
    #expect(screen.frame?.styled(.notice) == ["Deleted Café noir"])
    let remedy = "No counter is open. Choose one with the arrows and Enter, or make one with n"
    #expect(screen.frame?.text.contains(remedy) == true)
    #expect(screen.frame?.text.contains("No counter is listed") == true)
  }

  @Test func `The history shows changes and bars, and loads more of both`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing(String(repeating: "+", count: 30)) + .typing("h"))
    #expect(screen.frame?.lines.contains { $0.hasSuffix("+1  30") } == true)
    #expect(screen.frame?.lines.contains { $0.hasPrefix("  2026-02-02  30  █") } == true)
    await screen.perform(.typing("bb"))
    #expect(screen.frame?.lines.contains { $0.hasPrefix("  2026-02-01  30  █") } == true)
    await screen.perform(.typing("b"))
    #expect(screen.frame?.lines.contains { $0.hasPrefix("  2026-01-01  30  █") } == true)
    await screen.perform(.typing("bb"))
    #expect(screen.frame?.lines.contains { $0.hasPrefix("  2026-02-02  30  █") } == true)
    await screen.perform(.typing("m") + [.home])
    #expect(screen.frame?.lines.contains { $0.hasSuffix("+1  1") } == true)
    #expect(screen.frame?.lines.contains { $0.hasSuffix("+1  30") } == false)
    await screen.perform([.end, .escape])
    #expect(screen.frame?.text.contains("Current count is 30") == true)
  }

  @Test func `The password is changed, and the account deleted`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("a"))
    #expect(screen.frame?.text.contains("Logged in nowhere else") == true)
    let answers = ["long enough 1", "other pass 2", "other pass 2"]
    await screen.perform(.typing("p") + answers.flatMap { .typing($0) + [.enter] })
    #expect(screen.frame?.styled(.notice) == ["Password changed"])
    await screen.perform(.typing("xlong enough 1") + [.enter])
    #expect(screen.frame?.styled(.alert) == ["The provided credentials are not correct"])
    await screen.perform(.typing("other pass 2") + [.enter])
    #expect(screen.frame?.styled(.notice) == ["Account deleted"])
    #expect(on.flow.scene.state.location == "tally")
  }

  @Test func `A half-typed password is forgotten on Esc`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("a") + .typing("pabc") + [.escape])
    await screen.perform(.typing("x") + [.enter])
    #expect(screen.frame?.styled(.alert).isEmpty == false)
    #expect(on.flow.scene.state.location == "ada")
  }

  @Test func `Logging out works here and everywhere`() async throws {
    let screen = try await on.loggedIn()
    await screen.perform(.typing("aoy"))
    #expect(screen.frame?.styled(.notice) == ["Logged out"])
    await on.flow.enter(.login)
    await on.flow.scene.login?.perform([
      .usernameChanged("ada"), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ])
    await screen.perform(.typing("awy"))
    #expect(screen.frame?.styled(.notice) == ["Logged out"])
  }

  @Test func `In a text field, q and ? are letters`() async throws {
    let screen = await on.screen()
    await screen.perform(.typing("l") + .typing("q?"))
    #expect(screen.frame?.lines.contains { $0.hasSuffix("Username  q?") } == true)
    #expect(screen.ending == nil)
  }
}
