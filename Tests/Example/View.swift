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
  /// The rows of a list, made again for each state.
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

  /// Adds a button that is shown while the state offers it.
  func add(_ button: Button, while isOffered: @escaping (Scene.State) -> Bool = { _ in true }) {
    buttons.append(button)
    let show = { button.isShown = isOffered($0) }
    show(state)
    refresh.append(show)
  }

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
    content.text = lines(state).map(visible).joined(separator: "\n")
    notice.text = visible(state.notice ?? "")
    alert.text = visible(state.alert?.fact ?? "")
    rows = list(self, state)
    if state.targetsReached > targetsReached { rings += 1 }
    targetsReached = state.targetsReached
    for show in refresh { show(state) }
  }

  /// Opens a dialog in place of another, which is left. Its action is performed once at a time, and closes
  /// it unless it is refused.
  fileprivate func open(
    _ title: String, _ fields: [TextField], opening: Scene.Action?, cancel: [Scene.Action] = [],
    accept: @escaping () -> Scene.Action
  ) {
    dialog?.leave()
    var isSent = false
    dialog = Dialog(visible(title), fields) { [weak self] dialog in
      guard let self, !isSent else { return }
      isSent = true
      for field in fields { field.isEnabled = false }
      work = Task {
        let states = await viewModel.perform(accept())
        isSent = false
        for field in fields { field.isEnabled = true }
        Self.empty(fields)
        if states.last?.alert == nil, self.dialog === dialog { self.dialog = nil }
      }
    } leave: { [weak self] in
      self?.dialog = nil
      Self.empty(fields)
      for action in cancel { self?.viewModel.send(action) }
    }
    if let opening { viewModel.send(opening) }
  }

  /// Empties the hidden fields. The scene has wiped what was typed into them.
  private static func empty(_ fields: [TextField]) {
    for field in fields where field.isHidden { field.text = "" }
  }

  /// Opens a form, in which what is typed is an action each.
  fileprivate func open(_ form: @escaping (Scene.State) -> SceneForm<Scene.Action>?) {
    guard let present = form(state) else { return }
    let fields = present.fields.map {
      TextField($0.name, $0.label, text: $0.text, isHidden: $0.isHidden)
    }
    for field in fields {
      field.typed = { [weak self] text in
        guard let self, let action = form(state)?.action(typing: text, into: field.name) else {
          return
        }
        viewModel.send(action)
      }
    }
    open(present.heading, fields, opening: present.opening, cancel: present.cancel) {
      present.submit
    }
  }
}

extension SceneView where Scene: ChoosingScene {
  /// Adds a button for each choice, which is shown while the state offers it, and one for the way back.
  func addChoices(back: Scene.Action? = nil) {
    for choice in Scene.Choice.allCases {
      let button = Button(choice.label) { [weak self] in self?.take(choice) }
      add(button, while: { Scene.choices(in: $0).contains(choice) })
    }
    if let back { add(self.button("back", back)) }
  }

  private func take(_ choice: Scene.Choice) {
    take(Scene.demand(of: choice, in: state)) { Scene.form(of: choice, in: $0) }
  }

  /// Does what a demand demands; `form` is its form in a later state.
  func take(
    _ demand: Demand<Scene.Action>,
    form: @escaping (Scene.State) -> SceneForm<Scene.Action>? = { _ in nil }
  ) {
    switch demand {
    case .nothing(let action): viewModel.send(action)
    case .consent(let question, let action): open(question, [], opening: nil) { action }
    case .answers(let inquiry):
      let fields = inquiry.fields.map { TextField($0.name, $0.label, text: $0.text) }
      open(inquiry.question.text, fields, opening: inquiry.opening) {
        inquiry.action(for: fields.map(\.text))
      }
    case .form: open(form)
    }
  }
}

extension SceneView where Scene: FormScene {
  /// Shows the scene's form, which is open for as long as the scene is shown.
  func openForm() { open { Scene.form(in: $0) } }
}
