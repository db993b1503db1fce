import Domain
import Presentation

extension Refusal {
  /// The fact and the remedy, in one line, without a full stop at its end.
  var sentence: String {
    guard let remedy else { return fact }
    return "\(fact). \(remedy)"
  }

  /// The remedy: a command or an option.
  private var remedy: String? {
    switch self {
    case .noCounterToCount: "Create it with --create"
    case .ownerCannotLeave(let counter): "To delete it: delete \(counter)"
    case .noCounterOpen: "Open one with: open NAME"
    case .deletionUnconfirmed: "Use --yes"
    case .nobodyToAsk(let how): how
    case .unknownCommand(_, near: nil): "Type help for the commands"
    case .notATime: "Use a form like \(MomentText.forms)"
    case .storeForeign: "Choose another with --store"
    case .storeDamaged: "Copy a backup over it"
    case .storeUnopenable: "Choose another with --store, or restore a backup"
    case .storeCompanion(let name, _): "Move \(name) away, then run: tally check"
    case .outcomeUnknown(let counter?, _): "Check with tally show \(counter)"
    case .outcomeUnknown(nil, _): "Check with tally list"
    default: nil
    }
  }
}
