import ArgumentParser
import Domain
import Presentation

struct UpCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "up", abstract: "Add to a counter and print its new count.",
    discussion: """
      Examples:
        tally up coffee
        tally up coffee 3 --at yesterday
        n=$(tally up builds --create --id "$BUILD_ID")
      """)

  @OptionGroup var counter: CounterArgument
  @Argument(help: "How many to add; 1 unless given. A negative number is subtracted.")
  var amount: PlainText?
  @OptionGroup var entry: EntryOptions
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    try await entry.record(try .adding(amount?.text), on: counter.name.text, in: context)
  }
}
