import ArgumentParser
import Domain
import Presentation

struct HistoryCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Print a counter's changes, oldest first.",
    discussion: CommandHelp.text(
      examples: [
        "tally history coffee",
        "tally history coffee --limit 100 --since yesterday",
        "tally history coffee --format json",
      ],
      refused: "there is no such counter"))

  @OptionGroup var counter: CounterArgument
  @Option(
    help: ArgumentHelp(
      "How many of the newest changes; \(HistoryScene.usualLength) by default.", valueName: "n"))
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
    var listing = Listing(format: output.format, context: context)
    try await context.useCases.counters.readHistory(
      of: counter, newest: limit, during: period, in: session
    ) { changes throws(Refusal) in
      try listing.print(
        text: Table(history: changes, in: context.calendar),
        results: .rows(changes.map { TransferRow($0, of: counter.name) }))
    }
    try listing.end(none: .rows([]))
  }
}
