import Doubles
import Journeys
import Presentation

@testable import ScreenToolkit

/// A user of the full screen with 24 rows and 80 columns.
@MainActor
final class ScreenHands: Hands {
  private let flow: Flow
  private let screen: Screen
  private var shown = ""
  /// The field that the next text goes into, if it is not the first.
  private var isTyping = false

  init(in world: JourneyWorld) {
    let flow = world.newFlow()
    self.flow = flow
    screen = Screen(
      showing: { flow.scene }, size: Frame.Size(rows: 24, columns: 80), metrics: .ofJourneys,
      calendar: world.calendar,
      quittingEndsSession: { flow.endsSession })
  }

  let pressesWhatIsNotOffered = true

  var scene: ActiveScene { flow.scene }

  func start() async {
    await flow.enter(.start)
    await screen.perform()
  }

  func choose(_ choice: any SceneChoice) async throws {
    guard let shortcut = choice as? any Shortcut else {
      throw PlayFault("There is no key for: \(choice)")
    }
    isTyping = false
    await press(shortcut.key)
  }

  func choose(_ choice: MembersScene.Choice, for member: String) async throws {
    let members = scene.members?.state.members ?? []
    guard let row = members.firstIndex(where: { $0.username.text == member }) else {
      throw PlayFault("\(member) is not listed")
    }
    await screen.perform([.home] + Array(repeating: .down, count: row))
    try await choose(choice)
  }

  func type(_ text: String, into field: FieldName) async {
    await screen.perform((isTyping ? [.tab] : []) + [.eraseLine] + KeyPress.typing(text))
    isTyping = true
  }

  func submit() async {
    await screen.perform([.enter])
    isTyping = false
  }

  func confirm() async { await press("y") }

  func cancel() async {
    while screen.frame?.cursor != nil { await screen.perform([.escape]) }
  }

  func goBack() async { await screen.perform([.escape]) }

  func quit() async {
    await press("q")
    if screen.ending == nil { await confirm() }
    await flow.end()
  }

  func newlyShown() -> String {
    let text = screen.frame?.text ?? ""
    defer { shown = text }
    return text == shown ? "" : text
  }

  private func press(_ key: Character) async { await screen.perform(KeyPress.typing(String(key))) }
}
