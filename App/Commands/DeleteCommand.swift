import ArgumentParser
import Domain
import Presentation

struct DeleteCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a counter with its history.",
    discussion: """
      Examples:
        tally delete coffee
        tally delete coffee --yes
      """)

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
