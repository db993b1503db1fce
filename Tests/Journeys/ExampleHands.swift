import Example
import Presentation

/// A user of the example: presses its buttons and types into its fields.
@MainActor
final class ExampleHands: Hands {
  private let flow: Flow
  private let window: Window
  private var shown = ""

  init(in world: JourneyWorld) {
    flow = world.newFlow()
    window = Window(showing: flow, calendar: world.calendar)
  }

  var scene: ActiveScene { flow.scene }

  func start() async {
    await flow.enter(.start)
    await window.settled()
  }

  func choose(_ choice: any SceneChoice) async throws { try await press(choice.label) }

  func choose(_ choice: MembersScene.Choice, for member: String) async throws {
    let row = window.view.rows.first { $0.name == member }
    guard let row else { throw PlayFault("\(member) is not listed") }
    try await press(choice.label, among: row.buttons)
  }

  func type(_ text: String, into field: FieldName) async throws {
    guard let open = window.view.dialog?.fields.first(where: { $0.name == field }) else {
      throw PlayFault("There is no field for the \(field)")
    }
    open.type(text)
    await window.settled()
  }

  func submit() async throws {
    guard let dialog = window.view.dialog else { throw PlayFault("There is nothing to send") }
    dialog.accept()
    await window.settled()
  }

  func confirm() async throws { try await submit() }

  func cancel() async {
    window.view.dialog?.leave()
    await window.settled()
  }

  func goBack() async throws {
    if let form = window.view.dialog { form.leave() } else { try await press("back") }
    await window.settled()
  }

  func quit() async {
    await window.settled()
    await flow.end()
  }

  func newlyShown() -> String {
    defer { shown = window.text }
    return window.text == shown ? "" : window.text
  }

  private func press(_ title: String, among buttons: [Button]? = nil) async throws {
    let button = (buttons ?? window.view.buttons + window.view.menu).first {
      $0.title == title && $0.isShown
    }
    guard let button else { throw PlayFault("There is no button \(title)") }
    button.press()
    await window.settled()
  }
}
