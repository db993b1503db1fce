import ArgumentParser
import Domain
import Presentation

struct NewCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a counter.",
    discussion: CommandHelp.text(
      examples: [
        "tally new tea",
        "tally new \"cups of tea\"",
      ],
      refused: "there is a counter of that name, or the name is refused"))

  @Argument(help: "The new counter's name.")
  var name: PlainText
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let counter = try await context.useCases.createCounter(named: name.text, in: session)
    context.remark(CounterWords.created(counter))
  }
}

struct RenameCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a counter.",
    discussion: CommandHelp.text(
      examples: [
        "tally rename coffee espresso",
        "tally rename coffee \"cups of coffee\"",
      ],
      refused: "there is no such counter, or the new name is taken or refused"))

  @OptionGroup var counter: CounterArgument
  @Argument(help: "The new name.")
  var new: PlainText
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let counter = try await context.useCases.findCounter(named: counter.name.text, in: session)
    let renamed = try await context.useCases.renameCounter(counter, to: new.text, in: session)
    context.remark(CounterWords.renamed(counter, to: renamed))
  }
}

struct DeleteCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a counter with its history.",
    discussion: CommandHelp.text(
      examples: [
        "tally delete coffee",
        "tally delete coffee --yes",
      ],
      refused: "there is no such counter, or another name was typed"))

  @OptionGroup var counter: CounterArgument
  @Flag(help: "Delete without asking for the name again.")
  var yes = false
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let counter = try await context.useCases.findCounter(named: counter.name.text, in: session)
    let confirmation =
      yes ? counter.name.text : try await context.confirmation(of: .counterToDelete)
    try await context.useCases.deleteCounter(counter, confirmation: confirmation, in: session)
  }
}
