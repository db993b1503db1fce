import ArgumentParser
import Domain
import Presentation

struct ChartCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Print additions as bars, by hour, day, week or month.",
    discussion: CommandHelp.text(
      examples: [
        "tally chart coffee",
        "tally chart coffee --by month --last 12",
        "tally chart coffee --by week --format csv",
      ],
      refused: "there is no such counter, or a sum is out of range"))

  @OptionGroup var counter: CounterArgument
  @Option(help: "What one bar stands for.")
  var by: Span = .day
  @Option(
    help: ArgumentHelp(
      "How many bars, up to now; \(ChartCounts.usualLength) by default.", valueName: "n"))
  var last: PlainText?
  @OptionGroup var output: FormatOption
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let length =
      if let last { try WholeNumber.length(last.text) } else { ChartCounts.usualLength }
    let session = try await context.session()
    let counter = try await context.useCases.findCounter(named: counter.name.text, in: session)
    let bars = try await context.useCases.chartCounts(
      of: counter, by: by, last: length, in: session)
    try context.print(
      as: output.format,
      text: BarChart(bars, by: by, in: context.calendar).lines(on: context.page()),
      results: .chart(bars, of: counter.name))
    // A script learns that a number is missing.
    if bars.contains(where: { $0.sum == nil }) { throw .sumOutOfRange }
  }
}
