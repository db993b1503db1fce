import ArgumentParser
import Domain
import Presentation

struct NewCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a counter.",
    discussion: """
      Example:
        tally new "cups of tea"
      """)

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
