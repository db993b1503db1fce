import Domain
import Presentation

extension Refusal {
  /// The fact and the remedy in a session, in one line, without a full stop at its end.
  package var sentence: String { sentence(typedAfter: "") }

  /// The fact and the remedy in a shell, where the program's name comes before a command.
  public var shellSentence: String { sentence(typedAfter: "tally ") }

  private func sentence(typedAfter program: String) -> String {
    guard let remedy = remedy(typedAfter: program) else { return fact }
    // The cause may be a sentence of a library, which ends with a full stop or a question mark.
    return fact.last.map(".?!".contains) == true ? "\(fact) \(remedy)" : "\(fact). \(remedy)"
  }

  /// The remedy: a command or an option.
  private func remedy(typedAfter program: String) -> String? {
    switch self {
    case .notLoggedIn: "Use \(program)login or \(program)signup"
    case .noCounterToCount(_, meant: nil): "Create it with --create"
    case .noCounterToCount(_, let command?): "Name a counter first: \(program)\(command)"
    case .ownerCannotLeave(let counter): "To delete it: \(program)delete \(counter)"
    case .noCounterOpen: "Open one with: \(program)open NAME"
    case .input(.signedCount(let number)): "To add \(number): \(program)up NAME \(number)"
    case .input(.deletionUnconfirmed): "Use --yes"
    case .input(.nobodyToAsk(let how)): how
    case .input(.unknownCommand(_, near: nil)): "Type \(program)help for the commands"
    case .input(.notATime): "Use a form like \(MomentText.forms)"
    case .noServer: "Start one with: \(program)serve --lan, or name one with --url"
    case .unreachableServer:
      "Serve them with: \(program)serve --lan, or name another URL with --url"
    case .invitationEnded: "Ask for another one"
    case .input(.notADuration): "Use a form like 12h, 30m or 3d"
    case .input(.notADayStart): "Use a form like 06:00"
    case .badRow(_, .field("name", value: nil)):
      "Say which header means it with --columns name=HEADER, or name the counter with --counter"
    case .badRow(_, .field(let name, value: nil)) where ["time", "change"].contains(name):
      "Say which header means it with --columns \(name)=HEADER"
    case .output(.failed(name: _?, _)): "Choose another file"
    case .store(.readOnly): "Choose another with --store, or make it writable"
    case .store(.foreign), .store(.misplaced): "Choose another with --store"
    case .store(.damaged): "Copy a backup over it"
    case .store(.closed):
      "Choose one of your own with --store, or ask its owner to run: tally serve"
    case .store(.unreadable(let name, _)): "Allow it with: chmod u+rw '\(name)'"
    case .store(.unopenable): "Choose another with --store, or restore a backup"
    case .store(.newer): "Update Tally"
    case .store(.database(let fault, _)): fault.remedy
    case .store(.companion(let name, _)): "Move \(name) away, then run: tally check"
    case .store(.outcomeUnknown(let counter?, _)): "Check with tally show \(counter)"
    case .store(.outcomeUnknown(nil, _)): "Check with tally list"
    default: nil
    }
  }
}

extension DatabaseFault {
  fileprivate var remedy: String {
    switch self {
    case .unreachable: "Check its address, and whether the server is running"
    case .loginRefused: "Check the role in the address, and its password in ~/.pgpass"
    case .tlsFailed: "Check TLS on the server, and the settings sslmode and sslrootcert"
    case .missing: "Check its name, or create it with createdb"
    case .schemaMissing: "Create the schema, or grant the role USAGE on it"
    case .schemaOpen(let schema, let others):
      "As its owner, run: REVOKE CREATE ON SCHEMA \(schema) FROM \(others)"
    case .wrongEncoding: "Create a database with: createdb --encoding=UTF8 --template=template0"
    case .tooFewRights: "Ask the owner of the database to grant them"
    case .outdated: "As their owner, run: tally check"
    case .readOnly: "Use a server that accepts changes"
    case .diskFull: "Make room on it, then try again"
    case .tooOld: "Update the server"
    case .clientMissing(let package): "Install the package \(package)"
    case .damaged: "Restore a backup of the database"
    }
  }
}
