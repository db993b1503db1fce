import ArgumentParser
import Domain
import Presentation

struct DownCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "down", abstract: "Subtract from a counter and print its new count.",
    discussion: """
      Examples:
        tally down coffee
        tally down coffee 3 --at yesterday
        tally down stock 12 --id order-4711
      """)

  @OptionGroup var counter: CounterArgument
  @Argument(help: "How many to subtract; 1 unless given. A negative number is added.")
  var amount: PlainText?
  @OptionGroup var entry: EntryOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await entry.record(try .subtracting(amount?.text), on: counter.name.text, in: context)
  }
}
