import ArgumentParser
import Domain

struct RedoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make the change again that was taken back last, and print the new count.",
    discussion: """
      Example:
        tally redo coffee
      """)

  @OptionGroup var counter: CounterArgument
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(Entry(.redo), on: counter.name.text)
  }
}
