import Domain
import Presentation

/// A command that counts, called with plain words alone: `up coffee 3`.
///
/// Scripts call these all the time, and the parser takes longer to understand one than the rest of
/// the program takes to do it. Whatever else is called is left to the parser.
struct PlainCount {
  private let command: String
  private let name: String
  private let number: String?

  /// The call with these arguments, or `nil` when the parser is to look at them.
  init?(_ arguments: [String]) {
    guard let command = arguments.first, arguments.count > 1,
      Self.lengths(of: command).contains(arguments.count),
      // What begins with a minus may be an option.
      arguments.allSatisfy({ !$0.hasPrefix("-") })
    else { return nil }
    self.command = command
    name = arguments[1]
    number = arguments.count > 2 ? arguments[2] : nil
  }

  /// How many words a call of the command has.
  private static func lengths(of command: String) -> ClosedRange<Int> {
    switch command {
    case "up", "down": 2...3
    case "set": 3...3
    case "reset", "undo", "redo": 2...2
    default: 0...0
    }
  }

  /// Counts, and prints the new count.
  func run(_ context: CommandContext) async throws(Refusal) {
    let request = CommandRequest(try countCommand())
    switch request.command {
    case .add, .set: try await context.count(request, on: name)
    case .reset, .undo, .redo: try await context.record(request, on: name)
    }
  }

  private func countCommand() throws(Refusal) -> CountCommand {
    switch command {
    case "up": try .adding(number)
    case "down": try .subtracting(number)
    case "set": .set(try WholeNumber.number(number ?? ""))
    case "reset": .reset
    case "undo": .undo
    default: .redo
    }
  }
}

extension CountCommand {
  /// What `up` does with the number that was given, if one was.
  static func adding(_ number: String?) throws(Refusal) -> CountCommand {
    .add(try WholeNumber.amount(try given(number)))
  }

  /// What `down` does with the number that was given, if one was.
  static func subtracting(_ number: String?) throws(Refusal) -> CountCommand {
    .add(try WholeNumber.negatedAmount(try given(number)))
  }

  /// An empty number comes of a variable that a script has not set.
  private static func given(_ number: String?) throws(Refusal) -> String {
    guard number?.isEmpty != true else { throw .notANumber("") }
    return number ?? ""
  }
}
