import Domain
import Presentation
import Terminal

/// A command that counts or shows counts, with plain words and common options only: `up coffee 3`,
/// `+5 --quiet`, `undo`, `list`.
///
/// Scripts use these commands often, and parsing one with ArgumentParser takes longer than the rest
/// of the program. All other calls are left to the parser.
package struct PlainCommand {
  /// The options before or after the command's name.
  package let options: CommonValues
  private let command: String
  private let name: String?
  private let number: String?

  /// The call with these arguments, or `nil` for the parser.
  package init?(_ arguments: [String]) {
    guard let (words, options) = Self.parted(CommandParser.partingSign(of: arguments)),
      let command = words.first, let isNamed = Self.namesCounter(command, words: words.count)
    else { return nil }
    self.command = command
    self.options = options
    name = isNamed ? words[1] : nil
    number = words.count > (isNamed ? 2 : 1) ? words.last : nil
  }

  /// The words without the common options; `nil` for other options, and for what the parser would
  /// refuse.
  private static func parted(_ arguments: [String]) -> (words: [String], CommonValues)? {
    var (words, options): ([String], CommonValues) = ([], CommonValues())
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--quiet", "-q": options.quiet = true
      case "--verbose": options.verbose = true
      case "--store":
        guard options.store == nil, let store = rest.popFirst(), !store.isEmpty,
          !store.beginsWithMinus
        else { return nil }
        options.store = store
      case "-" where words.isEmpty: words.append(word)
      case _ where word.beginsWithMinus: return nil
      default: words.append(word)
      }
    }
    return (words, options)
  }

  /// Whether a call with this many words names its counter; `nil` for a wrong call.
  private static func namesCounter(_ command: String, words: Int) -> Bool? {
    switch (command, words) {
    case ("up", 2...3), ("down", 2...3), ("set", 3), ("reset", 2), ("undo", 2), ("redo", 2): true
    case ("show", 2): true
    case ("+", 1...2), ("-", 1...2), ("set", 2), ("reset", 1), ("undo", 1), ("redo", 1): false
    case ("show", 1), ("list", 1): false
    default: nil
    }
  }

  /// Changes the count if asked to, and prints it.
  package func run(_ context: CommandContext) async throws(Refusal) {
    let name = name.map(PlainText.init(text:))
    if command == "list" { return try await context.printCounters() }
    if command == "show" { return try await context.printCount(of: name) }
    let request = CommandRequest(try countCommand())
    switch request.command {
    case .add, .set: try await context.count(request, on: name)
    case .reset, .undo, .redo, .revert: try await context.record(request, on: name)
    }
  }

  private func countCommand() throws(Refusal) -> CountCommand {
    switch command {
    case "up", "+": try .adding(number)
    case "down", "-": try .subtracting(number)
    case "set": .set(try WholeNumber.count(number ?? ""))
    case "reset": .reset
    case "undo": .undo
    default: .redo
    }
  }
}

extension CountCommand {
  /// The command of a line that needs no parser: `+`, `-5`, `set 40`, `undo`; `nil` for others.
  /// Waiting lines of a session are counted together, and there may be a hundred thousand of them.
  package init?(plainLine line: String) {
    let trimmed = line.withoutProgram.trimmingBlanks
    let word = trimmed.prefix { !$0.isBlank }
    let rest = trimmed.dropFirst(word.count).trimmingBlanks
    let number = rest.isEmpty ? nil : String(rest)
    let command: CountCommand?
    switch (word, number) {
    case ("undo", nil): command = .undo
    case ("redo", nil): command = .redo
    case ("reset", nil): command = .reset
    case ("set", let number?): command = (try? WholeNumber.count(number)).map { .set($0) }
    case ("+", _): command = try? .adding(number)
    case ("-", _): command = try? .subtracting(number)
    case (let word, nil) where word.hasPrefix("+"): command = try? .adding(String(word.dropFirst()))
    case (let word, nil) where word.hasPrefix("-"):
      command = try? .subtracting(String(word.dropFirst()))
    default: command = nil
    }
    guard let command else { return nil }
    self = command
  }

  /// The command of `up` with an optional number.
  static func adding(_ number: String?) throws(Refusal) -> CountCommand {
    .add(try WholeNumber.amount(try given(number)))
  }

  /// The command of `down` with an optional number.
  static func subtracting(_ number: String?) throws(Refusal) -> CountCommand {
    .add(try WholeNumber.negatedAmount(try given(number)))
  }

  /// An empty number often comes from an unset variable in a script.
  private static func given(_ number: String?) throws(Refusal) -> String {
    guard number?.isEmpty != true else { throw .input(.notANumber("")) }
    return number ?? ""
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension StringProtocol {
  /// The line of a session without `tally` before a command, as it is typed in a shell.
  package var withoutProgram: SubSequence {
    let line = drop(while: \.isBlank)
    let rest = line.dropFirst("tally".count)
    guard line.beginsExactly(with: "tally"), rest.first?.isBlank == true else { return self[...] }
    let command = rest.drop(while: \.isBlank)
    return command.isEmpty || command.unicodeScalars.first == "#" ? self[...] : command
  }

  fileprivate var trimmingBlanks: SubSequence {
    var text = drop(while: \.isBlank)
    while let last = text.last, last.isBlank { text.removeLast() }
    return text
  }
}
