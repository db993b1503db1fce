import Domain
import Observation
import Presentation

/// The widgets of a scene. They stay the same objects for as long as the scene is shown.
@MainActor
public class View {
  /// What the scene shows, in lines.
  public let content = Label()
  /// The notice.
  public let notice = Label()
  /// The alert.
  public let alert = Label()
  /// The choices, and the way back.
  public fileprivate(set) var buttons: [Button] = []
  /// The destinations.
  public fileprivate(set) var menu: [Button] = []
  /// The rows of a list. They are made again when the list has changed.
  public fileprivate(set) var rows: [Row] = []
  /// The open question or form.
  public fileprivate(set) var dialog: Dialog?
  /// How often it rang.
  public fileprivate(set) var rings = 0
  fileprivate var work: Task<Void, Never>?

  /// Whether it shows this scene.
  func shows(_ scene: AnyObject) -> Bool { false }

  /// Shows the present state.
  func show() {}

  /// Returns when what was pressed and typed is done.
  public func settled() async { await work?.value }
}

/// The view of one scene.
final class SceneView<Scene: SceneDefinition>: View {
  let viewModel: SceneViewModel<Scene>
  private let lines: (Scene.State) -> [String]
  private let list: (SceneView, Scene.State) -> [Row]
  private var refresh: [(Scene.State) -> Void] = []
  private var targetsReached: Int

  init(
    of viewModel: SceneViewModel<Scene>, lines: @escaping (Scene.State) -> [String],
    list: @escaping (SceneView, Scene.State) -> [Row] = { _, _ in [] }
  ) {
    self.viewModel = viewModel
    self.lines = lines
    self.list = list
    targetsReached = viewModel.state.targetsReached
    super.init()
    observe()
    for request in Scene.requests(in: viewModel.state) { viewModel.send(request) }
  }

  var state: Scene.State { viewModel.state }

  override func shows(_ scene: AnyObject) -> Bool { viewModel === scene }

  /// Adds a button for an action.
  func button(_ title: String, _ action: Scene.Action) -> Button {
    Button(title) { [weak self] in self?.viewModel.send(action) }
  }

  func add(_ button: Button) { buttons.append(button) }

  /// Adds a menu of the destinations.
  func addDestinations(_ action: (Destination) -> Scene.Action) {
    menu = Destination.allCases.map { button($0.label, action($0)) }
  }

  /// Shows the state now, and each later one.
  private func observe() {
    withObservationTracking {
      _ = viewModel.state
    } onChange: { [weak self] in
      Task { await self?.observe() }
    }
    show()
  }

  override func show() {
    content.text = lines(state).joined(separator: "\n")
    notice.text = state.notice ?? ""
    alert.text = state.alert?.fact ?? ""
    rows = list(self, state)
    if state.targetsReached > targetsReached { rings += 1 }
    targetsReached = state.targetsReached
    for show in refresh { show(state) }
  }

  /// Performs actions whose outcome matters to a dialog, which is closed unless they are refused.
  fileprivate func answer(_ action: Scene.Action, whenRefused: @escaping () -> Void = {}) {
    work = Task {
      let states = await viewModel.perform(action)
      if states.last?.alert == nil { dialog = nil } else { whenRefused() }
    }
  }
}

extension SceneView where Scene: ChoosingScene {
  /// Adds a button for each choice, which is shown while the state offers it.
  func addChoices() {
    for choice in Scene.Choice.allCases {
      let button = Button(choice.label) { [weak self] in self?.take(choice) }
      add(button)
      let show = { (state: Scene.State) in
        button.isShown = Scene.choices(in: state).contains(choice)
      }
      show(state)
      refresh.append(show)
    }
  }

  private func take(_ choice: Scene.Choice) {
    take(Scene.demand(of: choice, in: state)) {
      if case .form(let form) = Scene.demand(of: choice, in: $0) { form } else { nil }
    }
  }

  /// Does what a demand demands; `form` is its form in a later state.
  func take(
    _ demand: Demand<Scene.Action>,
    form: @escaping (Scene.State) -> SceneForm<Scene.Action>? = { _ in nil }
  ) {
    switch demand {
    case .nothing(let action): viewModel.send(action)
    case .consent(let question, let action):
      open(question, []) { [weak self] in self?.answer(action) }
    case .answers(let inquiry):
      let fields = inquiry.fields.map { TextField($0.name, $0.label, text: $0.text) }
      open(inquiry.question.text, fields) { [weak self] in
        self?.answer(inquiry.action(for: fields.map(\.text)))
      }
      if let opening = inquiry.opening { viewModel.send(opening) }
    case .form(let present): open(present, form)
    }
  }

  private func open(_ title: String, _ fields: [TextField], accept: @escaping () -> Void) {
    dialog = Dialog(title, fields, accept: accept) { [weak self] in self?.dialog = nil }
  }
}

extension SceneView where Scene: FormScene {
  /// Shows the scene's form, which is open for as long as the scene is shown.
  func openForm() { open(Scene.form(in: state)) { Scene.form(in: $0) } }
}

extension SceneView {
  /// Opens a form. What is typed is an action each; `form` is the form in a later state.
  fileprivate func open(
    _ present: SceneForm<Scene.Action>,
    _ form: @escaping (Scene.State) -> SceneForm<Scene.Action>?
  ) {
    let fields = present.fields.map { field in
      switch field {
      case .shown(let field, _): TextField(field.name, field.label, text: field.text)
      case .hidden(let field, _): TextField(field.name, field.label, isHidden: true)
      }
    }
    for (index, field) in fields.enumerated() {
      field.changed = { [weak self] text in
        guard let self, let action = form(state)?.fields[index].edit(to: text) else { return }
        viewModel.send(action)
      }
    }
    dialog = Dialog(present.heading, fields) { [weak self] in
      self?.answer(present.submit) {
        // The scene has wiped the passwords, and keeps the rest.
        for (field, content) in zip(fields, present.fields) {
          if case .hidden = content { field.text = "" }
        }
      }
    } leave: { [weak self] in
      self?.dialog = nil
      for action in present.cancel { self?.viewModel.send(action) }
    }
    if let opening = present.opening { viewModel.send(opening) }
  }
}

extension FormField {
  /// The action for a text that was typed; `nil` for one that the form has already, which is the echo of
  /// what the scene has set.
  fileprivate func edit(to text: String) -> Action? {
    switch self {
    case .shown(let field, let edited): return text == field.text ? nil : edited(text)
    case .hidden(let field, let edited):
      if text.isEmpty, field.length == 0 { return nil }
      let secret = Secret(capacity: text.utf8.count)
      for byte in text.utf8 { secret.append(byte) }
      return edited(secret)
    }
  }
}
