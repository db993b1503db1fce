import Domain
import Presentation

extension CounterPageView {
  /// The form of a choice that is not always in sight.
  func rareForm(for choice: Choice, in state: Scene.State) -> HTML? {
    func typed(_ name: FieldName, or value: String = "") -> String {
      page.typed(name, for: choice, or: value)
    }
    switch choice {
    case .addSeveral:
      return page.details(
        choice, heading: choice.meaning, button: "Add",
        fields: .numberField(.amount, .amount, text: typed(.amount)))
    case .set:
      return page.details(
        choice, heading: choice.meaning,
        fields: .numberField(.count, .count, text: typed(.count)))
    case .reset:
      return page.details(choice, heading: choice.meaning, fields: "")
    case .target:
      let target = state.counter.target.map { String($0) }
      return page.details(
        choice, heading: choice.meaning,
        fields: .numberField(.target, .target, text: typed(.target, or: target ?? "")))
    case .rename:
      return page.details(
        choice, heading: choice.meaning,
        fields: .nameField(.name, .newName, text: typed(.name, or: state.counter.name.text)))
    case .delete:
      // It is asked first, which says who loses the counter.
      let isAsked = page.isPressed(choice)
      return page.details(
        choice, heading: choice.meaning,
        fields: isAsked ? .nameField(.name, state.confirmation, text: "") : "")
    case .add, .subtract, .undo, .redo, .history, .members, .list: return nil
    }
  }

  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    let id = form.id?.change
    switch try form.choice(Choice.self) {
    case .add: return [.countPressed(.add(1), id: id)]
    case .subtract: return [.countPressed(.add(-1), id: id)]
    case .undo: return [.countPressed(.undo, id: id)]
    case .redo: return [.countPressed(.redo, id: id)]
    case .reset: return [.countPressed(.reset, id: id)]
    case .addSeveral: return [.amountEntered(try form.require(.amount), id: id)]
    case .set: return [.countEntered(try form.require(.count), id: id)]
    case .target: return [.targetEntered(try form.require(.target))]
    case .rename: return [.renamed(to: try form.require(.name))]
    case .delete:
      return try form.take(.name).map { [.deletionConfirmed(name: $0)] } ?? [.deletePressed]
    case .history, .members, .list, nil: throw FormFault()
    }
  }

  func isQuestion(_ action: Scene.Action) -> Bool {
    if case .deletePressed = action { true } else { false }
  }
}
