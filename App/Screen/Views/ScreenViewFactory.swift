import Domain
import Presentation

/// The views of this toolkit; each is added beside the view itself.
@MainActor
struct ScreenViewFactory: ViewFactory {
  typealias Shown = any ViewHost

  /// The view that is on the screen.
  let view: (any ScreenView)?
  /// The view model of the scene that it is of.
  let scene: AnyObject?
  /// The person's calendar and clock.
  let calendar: any LocalCalendar

  /// The scene with the view that is on the screen, or with a new one.
  func host<View: ScreenView>(
    of viewModel: SceneViewModel<View.Scene>, _ newView: @autoclosure () -> View
  ) -> any ViewHost {
    let shown = scene === viewModel ? view as? View : nil
    return SceneViewHost(viewModel: viewModel, view: shown ?? newView())
  }
}
