import ArgumentParser
import Domain

struct UndoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take the last change of a counter back and print its new count.",
    discussion: """
      Example:
        tally undo coffee
      """)

  @OptionGroup var counter: CounterArgument
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.record(Entry(.undo), on: counter.name.text)
  }
}
