import Domain
import Presentation

extension Refusal {
  /// The fact and the remedy in a session, in one line, without a full stop at its end.
  var sentence: String { sentence(typedAfter: "") }

  /// The fact and the remedy in a shell, where the program's name comes before a command.
  package var shellSentence: String { sentence(typedAfter: "tally ") }

  private func sentence(typedAfter program: String) -> String {
    guard let remedy = remedy(typedAfter: program) else { return fact }
    return "\(fact). \(remedy)"
  }

  /// The remedy: a command or an option.
  private func remedy(typedAfter program: String) -> String? {
    switch self {
    case .notLoggedIn: "Use \(program)login or \(program)signup"
    case .noCounterToCount: "Create it with --create"
    case .ownerCannotLeave(let counter): "To delete it: \(program)delete \(counter)"
    case .noCounterOpen: "Open one with: \(program)open NAME"
    case .deletionUnconfirmed: "Use --yes"
    case .nobodyToAsk(let how): how
    case .unknownCommand(_, near: nil): "Type \(program)help for the commands"
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
