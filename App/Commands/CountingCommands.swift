import ArgumentParser
import Domain
import Presentation

struct UpCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "up", abstract: "Add to a counter and print its new count.",
    discussion: CommandHelp.text(
      examples: [
        "tally up coffee",
        "tally up coffee 3 --at yesterday",
        "n=$(tally up builds --create --id \"$BUILD_ID\")",
      ],
      refused: "there is no such counter, or the count would be out of range"))

  @OptionGroup var counter: CounterArgument
  @Argument(help: "How many to add; 1 by default. A negative number is subtracted.")
  var amount: PlainText?
  @OptionGroup var request: RequestOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await request.record(try .adding(amount?.text), on: counter.name.text, in: context)
  }
}

struct DownCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "down", abstract: "Subtract from a counter and print its new count.",
    discussion: CommandHelp.text(
      examples: [
        "tally down coffee",
        "tally down coffee 3 --at yesterday",
        "tally down stock 12 --id order-4711",
      ],
      refused: "there is no such counter, or the count would be out of range"))

  @OptionGroup var counter: CounterArgument
  @Argument(help: "How many to subtract; 1 by default. A negative number is added.")
  var amount: PlainText?
  @OptionGroup var request: RequestOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await request.record(try .subtracting(amount?.text), on: counter.name.text, in: context)
  }
}

struct SetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a counter to a number, and print it.",
    discussion: CommandHelp.text(
      examples: [
        "tally set coffee 40",
        "tally set balance -12 --create",
      ],
      refused: "there is no such counter, or the change would be out of range"))

  @OptionGroup var counter: CounterArgument
  @Argument(help: "The new count.")
  var count: PlainText
  @OptionGroup var onceOptions: OnceOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let request = CommandRequest(
      .set(try WholeNumber.number(count.text)), id: try onceOptions.identifier)
    try await context.count(request, on: counter.name.text, creating: onceOptions.create)
  }
}

struct ResetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Set a counter to 0, keep its history, and print 0.",
    discussion: CommandHelp.text(
      examples: [
        "tally reset coffee",
        "tally reset coffee --quiet",
      ],
      refused: "there is no such counter"))

  @OptionGroup var counter: CounterArgument
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(CommandRequest(.reset), on: counter.name.text)
  }
}

struct UndoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change of a counter, and print the new count.",
    discussion: CommandHelp.text(
      examples: [
        "tally undo coffee",
        "tally undo coffee --quiet",
      ],
      refused: "there is no such counter, or there is nothing to undo"))

  @OptionGroup var counter: CounterArgument
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(CommandRequest(.undo), on: counter.name.text)
  }
}

struct RedoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the last undone change, and print the new count.",
    discussion: CommandHelp.text(
      examples: [
        "tally redo coffee",
        "tally redo coffee --quiet",
      ],
      refused: "there is no such counter, or there is nothing to redo"))

  @OptionGroup var counter: CounterArgument
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(CommandRequest(.redo), on: counter.name.text)
  }
}
