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
    // An empty amount comes of a variable that a script has not set.
    if amount?.text.isEmpty == true { throw .notANumber("") }
    let amount = try WholeNumber.negatedAmount(amount?.text ?? "")
    try await entry.record(.add(amount), on: counter.name.text, in: context)
  }
}
