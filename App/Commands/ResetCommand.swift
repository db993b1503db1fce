import ArgumentParser
import Domain

struct ResetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Set a counter to 0 and print that; its history stays.",
    discussion: """
      Example:
        tally reset coffee
      """)

  @OptionGroup var counter: CounterArgument
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(Entry(.reset), on: counter.name.text)
  }
}
