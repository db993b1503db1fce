import ArgumentParser
import Domain
import Presentation

struct UpCommand: Command {
  static let configuration = CommandConfiguration(
    form: "up <name> [<amount>]", abstract: "Add to a counter and print its new count.",
    examples: [
      "tally up coffee",
      "tally up coffee 3 --at yesterday",
      "tally up stock 12 --note 'bus 12'",
      "n=$(tally up builds --create --id \"$BUILD_ID\")",
    ],
    refused: "there is no such counter, or the count is out of range or not as expected",
    login: CommandConfiguration.countersOnly)

  @Argument(help: .requiredName, completion: .counterNames)
  var name: PlainText
  @Argument(help: "How many to add; 1 by default. A negative number is subtracted.")
  var amount: PlainText?
  @Flag(help: .create)
  var create = false
  @Option(help: .expect)
  var expect: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(help: .at)
  var at: PlainText?
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let request = try change.request(
      .adding(amount?.text), at: try await context.moment(at?.text), expecting: expect)
    try await context.count(request, on: name, creating: create, as: format)
  }
}

struct DownCommand: Command {
  static let configuration = CommandConfiguration(
    form: "down <name> [<amount>]", abstract: "Subtract from a counter and print its new count.",
    examples: [
      "tally down coffee",
      "tally down coffee 3 --at yesterday",
      "tally down stock 12 --id order-4711",
    ],
    refused: "there is no such counter, or the count is out of range or not as expected",
    login: CommandConfiguration.countersOnly)

  @Argument(help: .requiredName, completion: .counterNames)
  var name: PlainText
  @Argument(help: "How many to subtract; 1 by default. A negative number is added.")
  var amount: PlainText?
  @Flag(help: .create)
  var create = false
  @Option(help: .expect)
  var expect: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(help: .at)
  var at: PlainText?
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let request = try change.request(
      .subtracting(amount?.text), at: try await context.moment(at?.text), expecting: expect)
    try await context.count(request, on: name, creating: create, as: format)
  }
}

struct PlusCommand: Command {
  static let configuration = CommandConfiguration(
    form: "+ [<amount>]", abstract: "Add to the open counter and print its new count.",
    examples: [
      "tally +",
      "tally + 5",
      "tally +5 --at '10 minutes ago'",
    ],
    refused: "no counter is open, or the count is out of range",
    login: CommandConfiguration.countersOnly)

  @Argument(help: "How many to add; 1 by default. A negative number is subtracted.")
  var amount: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(help: .at)
  var at: PlainText?
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let request = try change.request(.adding(amount?.text), at: try await context.moment(at?.text))
    try await context.record(request, on: nil, as: format)
  }

  func onScenes() throws(Refusal) -> SceneCommand? {
    try change.onScenes(.adding(amount?.text), at: at, as: format)
  }
}

struct MinusCommand: Command {
  static let configuration = CommandConfiguration(
    form: "- [<amount>]", abstract: "Subtract from the open counter and print its new count.",
    examples: [
      "tally -",
      "tally - 5",
      "tally -5 --at '10 minutes ago'",
    ],
    refused: "no counter is open, or the count is out of range",
    login: CommandConfiguration.countersOnly)

  @Argument(help: "How many to subtract; 1 by default. A negative number is added.")
  var amount: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(help: .at)
  var at: PlainText?
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let request = try change.request(
      .subtracting(amount?.text), at: try await context.moment(at?.text))
    try await context.record(request, on: nil, as: format)
  }

  func onScenes() throws(Refusal) -> SceneCommand? {
    try change.onScenes(.subtracting(amount?.text), at: at, as: format)
  }
}

struct SetCommand: Command {
  static let configuration = CommandConfiguration(
    form: "set [<name>] <count>", abstract: "Set a counter to a number, and print it.",
    examples: [
      "tally set 40",
      "tally set coffee 40",
      "tally set balance -12 --create",
    ],
    refused: "there is no such counter, or the count is out of range or not as expected",
    login: CommandConfiguration.ownersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var first: PlainText?
  @Argument(help: ArgumentHelp("The new count.", valueName: "count"))
  var second: PlainText?
  @Flag(help: .create)
  var create = false
  @Option(help: .expect)
  var expect: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func validate() throws { try ValidationError.requireValue(first, named: "count") }

  func run(_ context: CommandContext) async throws(Refusal) {
    let (name, count) = PlainText.nameAndValue(first, second)
    let request = try change.request(.set(WholeNumber.count(count)), expecting: expect)
    try await context.count(request, on: name, creating: create, as: format)
  }
}

struct ResetCommand: Command {
  static let configuration = CommandConfiguration(
    form: "reset [<name>]",
    abstract: "Set a counter to 0, keep its history, and print 0.",
    examples: [
      "tally reset",
      "tally reset coffee --quiet",
    ],
    refused: "there is no such counter, or the count is out of range",
    login: CommandConfiguration.ownersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(try change.request(.reset), on: name, as: format)
  }
}

struct UndoCommand: Command {
  static let configuration = CommandConfiguration(
    form: "undo [<name>]",
    abstract: "Undo your last change of a counter, and print the new count.",
    examples: [
      "tally undo",
      "tally undo coffee --quiet",
    ],
    refused: "there is no such counter, or there is nothing to undo",
    login: CommandConfiguration.countersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(try change.request(.undo), on: name, as: format)
  }
}

struct RedoCommand: Command {
  static let configuration = CommandConfiguration(
    form: "redo [<name>]",
    abstract: "Redo your last undone change, and print the new count.",
    examples: [
      "tally redo coffee",
      "tally redo coffee --quiet",
    ],
    refused: "there is no such counter, or there is nothing to redo",
    login: CommandConfiguration.countersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(try change.request(.redo), on: name, as: format)
  }
}

struct RevertCommand: Command {
  static let configuration = CommandConfiguration(
    form: "revert [<name>] <number>",
    abstract: "Take back one of your additions, and print the new count.",
    remarks: """
      The number is the one that history prints before the entry. The revert has the entry's time, so that its day is right. \
      Undo takes it back.
      """,
    examples: [
      "tally revert 7",
      "tally revert coffee 7",
    ],
    refused:
      "there is no such entry, or it is not your own addition, was undone or reverted, or the owner set the count after it",
    login: CommandConfiguration.countersOnly)

  @Argument(help: .leadingName, completion: .counterNames)
  var first: PlainText?
  @Argument(help: ArgumentHelp("The entry's number in the history.", valueName: "number"))
  var second: PlainText?
  @OptionGroup var change: ChangeOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func validate() throws { try ValidationError.requireValue(first, named: "number") }

  func run(_ context: CommandContext) async throws(Refusal) {
    let (name, number) = PlainText.nameAndValue(first, second)
    let request = try change.request(.revert(try WholeNumber.entry(number)))
    try await context.record(request, on: name, as: format)
  }

  func onScenes() -> SceneCommand? {
    let isPlain = second == nil && change.id == nil && change.note == nil && format == .text
    return isPlain ? first.map { .revert($0.text) } : nil
  }
}
