import Domain
import Presentation

/// Shows one scene as a part of an HTML document, and reads its forms.
///
/// A value without a state of its own: everything follows from the scene's state and the request.
protocol PageView<Scene> {
  associatedtype Scene: SceneDefinition

  /// What the view needs beside the state.
  var page: PageContext { get }

  /// The actions to perform before the scene is shown.
  var requests: [Scene.Action] { get }

  /// What is shown.
  func content(of state: Scene.State) -> PageContent

  /// The actions of a form that was sent.
  ///
  /// - Throws: `FormFault` when the scene has no such form.
  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
}

extension PageView {
  var requests: [Scene.Action] { [] }
}

/// A view of a scene with choices: each is a link or the button of a form.
protocol ChoosingPageView: PageView where Scene: ChoosingScene {
  /// The choices that no form has.
  var links: [Scene.Choice] { get }
}

extension ChoosingPageView {
  var links: [Scene.Choice] { [] }

  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    guard let choice = try form.choice(Scene.Choice.self), !links.contains(choice) else {
      throw FormFault()
    }
    return try actions(of: choice, for: &form, in: state)
  }

  /// The actions of a form that was sent by the button of a choice.
  ///
  /// - Throws: `FormFault` when what the choice cannot do without was not sent.
  func actions(of choice: Scene.Choice, for form: inout SubmittedForm, in state: Scene.State)
    throws(FormFault) -> [Scene.Action]
  {
    switch Scene.demand(of: choice, in: state, id: form.id?.change) {
    case .nothing(let action):
      // A form can be older than the person's role, who then has to hear the refusal.
      if !Scene.choices(in: state).contains(choice) { form.discard() }
      return [action]
    case .consent(_, let action): return [action]
    case .answers(let inquiry):
      let texts = try inquiry.fields.map { field throws(FormFault) in try form.take(field.name) }
      guard let first = texts.first, first != nil else { return [try form.ask(inquiry.opening)] }
      return [inquiry.action(for: texts.map { $0 ?? "" })]
    case .form(let sceneForm):
      let edits = try form.takeEdits(of: sceneForm)
      if edits.isEmpty, let opening = sceneForm.opening { return [try form.ask(opening)] }
      return edits + [sceneForm.submit]
    }
  }

  /// The fields of a choice's form, which keep what was typed if it was refused.
  func fields(of choice: Scene.Choice, in state: Scene.State) -> HTML {
    guard case .answers(let inquiry) = Scene.demand(of: choice, in: state) else { return "" }
    let typed = page.isPressed(choice) ? page.draft.texts : [:]
    return "\(inquiry.fields.map { HTML.field($0, text: typed[$0.name]) })"
  }
}

/// A view of a scene that is a form.
protocol FormPageView: PageView where Scene: FormScene {
  /// The choice that led here. Its button sends the form.
  var choice: WelcomeScene.Choice { get }
}

extension FormPageView {
  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    let sceneForm = Scene.form(in: state)
    let edits = try form.takeEdits(of: sceneForm)
    guard let pressed = try form.choice(WelcomeScene.Choice.self) else { return edits }
    guard pressed == choice else { throw FormFault() }
    return edits + [sceneForm.submit]
  }
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
    let isSentOff = form.deed != nil && !form.isQuestion
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
