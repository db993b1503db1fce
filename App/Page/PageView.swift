import Domain
import Presentation

/// Shows one scene as a part of an HTML document, and reads its forms.
///
/// A value without a state of its own: everything follows from the scene's state and the request.
protocol PageView<Scene> {
  associatedtype Scene: SceneDefinition

  /// The actions to perform before the scene is shown.
  var requests: [Scene.Action] { get }

  /// What is shown.
  func content(of state: Scene.State) -> PageContent

  /// The actions of a form that was sent.
  ///
  /// - Throws: `FormFault` when the scene has no such form.
  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]

  /// Whether an action changes nothing, and only shows what is to be confirmed.
  func isQuestion(_ action: Scene.Action) -> Bool
}

extension PageView {
  var requests: [Scene.Action] { [] }
  func isQuestion(_ action: Scene.Action) -> Bool { false }
}

/// What a view shows.
struct PageContent {
  /// The heading, and the first part of the document's title.
  let heading: String
  /// Attributes of the main part, for the script.
  var attributes: HTML = ""
  /// Whether the name of the program and the links to other scenes are above it.
  var hasTop = true
  /// Whether `body` has the notice, which is then not above it.
  var hasNotice = false
  /// What follows the heading and the messages.
  let body: HTML
}

/// A scene of any type with its view.
@MainActor
protocol PageHost {
  var scene: AnyObject { get }
  var state: any SceneState { get }
  var content: PageContent { get }

  /// Performs the extra requests of the scene.
  func performRequests() async

  /// Carries out a form.
  ///
  /// - Returns: whether it was more than a question, or a form that was not sent off yet.
  /// - Throws: `FormFault`; then nothing was done.
  func carryOut(_ form: inout SubmittedForm) async throws(FormFault) -> Bool
}

struct ScenePageHost<View: PageView>: PageHost {
  let viewModel: SceneViewModel<View.Scene>
  let view: View

  var scene: AnyObject { viewModel }
  var state: any SceneState { viewModel.state }
  var content: PageContent { view.content(of: viewModel.state) }

  func performRequests() async {
    if !view.requests.isEmpty { await viewModel.perform(view.requests) }
  }

  func carryOut(_ form: inout SubmittedForm) async throws(FormFault) -> Bool {
    let actions = try view.actions(for: &form, in: viewModel.state)
    try form.end()
    let isSentOff = form.deed != nil && !actions.contains(where: view.isQuestion)
    guard !isSentOff || form.id != nil else { throw FormFault() }
    await viewModel.perform(actions)
    return isSentOff
  }
}

/// The views of the page toolkit; each view adds itself in an extension.
@MainActor
struct PageViewFactory: ViewFactory {
  typealias Shown = any PageHost

  let page: PageContext

  /// The scene with its view.
  func host<View: PageView>(of viewModel: SceneViewModel<View.Scene>, _ view: View) -> any PageHost
  {
    ScenePageHost(viewModel: viewModel, view: view)
  }
}
