import ArgumentParser
import Domain
import Presentation

struct SetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a counter to a number and print it.",
    discussion: """
      Examples:
        tally set coffee 40
        tally set balance -12 --create
      """)

  @OptionGroup var counter: CounterArgument
  @Argument(help: "The new count.")
  var count: PlainText
  @OptionGroup var onceOptions: OnceOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let entry = Entry(.set(try WholeNumber.number(count.text)), id: try onceOptions.identifier)
    try await context.count(entry, on: counter.name.text, creating: onceOptions.create)
  }
}
