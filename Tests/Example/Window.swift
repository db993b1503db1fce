import Domain
import Observation
import Presentation

/// A window that shows a flow: always the view of its present scene.
@MainActor
public final class Window {
  /// The title.
  public let title = Label()
  /// The view of the present scene.
  public private(set) var view: View

  private let flow: Flow
  private let views: Views

  /// Opens a window for a flow, with times in `calendar`.
  public init(showing flow: Flow, calendar: any LocalCalendar) {
    self.flow = flow
    views = Views(calendar: calendar)
    view = flow.scene.shown(by: views)
    observe()
  }

  /// What is on the window, a widget a line.
  public var text: String {
    let dialog = view.dialog.map { dialog in
      ["? \(dialog.title)"]
        + dialog.fields.map { visible("\($0.label): \($0.isHidden ? "" : $0.text)") }
    }
    let rows = view.rows.map { row in
      visible("\(row.name) (\(row.text))") + row.buttons.map { " [\($0.title)]" }.joined()
    }
    let buttons = view.buttons.filter(\.isShown).map { "[\($0.title)]" }.joined()
    let lines =
      [title.text, view.notice.text, view.alert.text, view.content.text] + rows + [buttons]
      + (dialog ?? [])
    return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  /// Returns when everything that was pressed and typed is done and shown.
  public func settled() async {
    var last: View
    repeat {
      last = view
      await view.settled()
      await flow.settled()
      show()
    } while view !== last
  }

  private func observe() {
    withObservationTracking {
      _ = flow.scene.state.location
    } onChange: { [weak self] in
      Task { await self?.observe() }
    }
    show()
  }

  private func show() {
    title.text = visible(flow.scene.state.location)
    if view.shows(flow.scene.viewModel) { view.show() } else { view = flow.scene.shown(by: views) }
  }
}
