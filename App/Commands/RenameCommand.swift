import ArgumentParser
import Domain
import Presentation

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
    let renamed = try await context.useCases.renameCounter(counter, to: new.text, in: session)
    context.remark(CounterWords.renamed(counter, to: renamed))
  }
}
