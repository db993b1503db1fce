#if canImport(Glibc)
  import Glibc
#endif
import Composition
import Domain
import Example
import Presentation

/// The example as a program: what is on the window is printed, and a line presses the button that it
/// names, chooses from the menu (`account`), or fills in a field (`Username: ada`). `ok` and `cancel` end
/// a dialog.
@main
enum ExampleProgram {
  static func main() {
    Program.show(at: "the example", mainLoop: mainLoop) { flow, calendar in
      let window = Window(showing: flow, calendar: calendar)
      await window.settled()
      print(window.text)
      while let line = await nextLine() {
        if !take(line, on: window) { print("There is no \(visible(line))") }
        await window.settled()
        print(window.text)
      }
      return 0
    }
  }

  /// A main loop that is not Dispatch's, as many toolkits have one.
  private static func mainLoop() -> Never {
    var watched = pollfd(fd: MainQueue.descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      poll(&watched, 1, -1)
      MainQueue.performWork()
    }
  }

  @MainActor
  private static func take(_ line: String, on window: Window) -> Bool {
    let view = window.view
    if let field = view.dialog?.fields.first(where: { line.hasPrefix("\($0.label): ") }) {
      field.type(String(line.dropFirst(field.label.count + 2)))
    } else if let dialog = view.dialog, ["ok", "cancel"].contains(line) {
      if line == "ok" { dialog.accept() } else { dialog.leave() }
    } else if let button = (view.buttons + view.menu).first(where: {
      $0.isShown && $0.title == line
    }) {
      button.press()
    } else {
      return false
    }
    return true
  }

  /// Waits for a line without blocking the main actor.
  @concurrent
  private static func nextLine() async -> String? { readLine() }
}
