import ArgumentParser
import Domain
import Presentation

struct HistoryCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Print a counter's changes, oldest first.",
    discussion: """
      Examples:
        tally history coffee
        tally history coffee --limit 100 --since yesterday
        tally history coffee --format json
      """)

  @OptionGroup var counter: CounterArgument
  @Option(
    help: ArgumentHelp(
      "How many of the newest changes; \(HistoryScene.usualLength) unless given.", valueName: "n"))
  var limit: PlainText?
  @OptionGroup var period: PeriodOptions
  @OptionGroup var output: FormatOption
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let limit =
      if let limit { try WholeNumber.length(limit.text) } else { HistoryScene.usualLength }
    let period = try period.range(in: context)
    let session = try await context.session()
    let counter = try await context.useCases.findCounter(named: counter.name.text, in: session)
    let changes = try await context.useCases.counters.history(
      of: counter, newest: limit, during: period, in: session)
    try context.print(
      as: output.format,
      text: Table(history: changes, in: context.days).lines(on: context.page()),
      records: Records(history: changes, of: counter.name))
  }
}
