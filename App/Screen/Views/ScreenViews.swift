import Domain
import Presentation

/// The views of this toolkit; each is added beside the view itself.
@MainActor
struct ScreenViews: SceneViews {
  typealias Shown = any Stage

  /// The view that is on the screen.
  let view: (any SceneView)?
  /// The view model of the scene that it is of.
  let scene: AnyObject?
  /// The days of the person's clock.
  let days: any Days

  /// The scene with the view that is on the screen, or with a new one.
  func stage<View: SceneView>(
    of viewModel: SceneViewModel<View.Scene>, _ newView: @autoclosure () -> View
  ) -> any Stage {
    let shown = scene === viewModel ? view as? View : nil
    return SceneStage(viewModel: viewModel, view: shown ?? newView())
  }
}
