import ArgumentParser
import Domain
import Presentation

struct ListCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print every counter: name, count, last change.",
    discussion: CommandHelp.text(
      examples: [
        "tally list",
        "tally list --format csv > counters.csv",
      ]))

  @OptionGroup var output: FormatOption
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let counters = try await context.useCases.counters.counters(in: session)
    try context.print(
      as: output.format,
      text: Table(listing: counters, in: context.calendar).lines(
        on: context.page(), shorteningNames: true),
      results: .counters(counters))
  }
}
