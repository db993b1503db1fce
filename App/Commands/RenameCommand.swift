import ArgumentParser
import Domain

struct RenameCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a counter another name.",
    discussion: """
      Example:
        tally rename coffee "cups of coffee"
      """)

  @OptionGroup var counter: CounterArgument
  @Argument(help: "The new name.")
  var new: PlainText
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let counter = try await context.useCases.findCounter(named: counter.name.text, in: session)
    _ = try await context.useCases.renameCounter(counter, to: new.text, in: session)
  }
}
