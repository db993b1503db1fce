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
    let summaries = try await context.useCases.summarizeCounters(in: session)
    try context.print(
      as: output.format,
      text: Table(listing: summaries.map(\.counter), in: context.calendar).lines(
        on: context.page(), shorteningNames: true),
      results: .counters(summaries))
  }
}

struct ShowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a counter's count, or what was added in a period.",
    discussion: CommandHelp.text(
      examples: [
        "tally show coffee",
        "tally show coffee --since today",
        "tally show coffee --since 2026-11-01 --until 2026-12-01",
      ],
      refused: "there is no such counter, or a sum is out of range"))

  @OptionGroup var counter: CounterArgument
  @OptionGroup var period: PeriodOptions
  @OptionGroup var output: FormatOption
  @OptionGroup var options: SharedOptions
  @ParentCommand var tally: TallyCommand

  func run(_ context: CommandContext) async throws(Refusal) {
    let session = try await context.session()
    let counter = try await context.useCases.findCounter(named: counter.name.text, in: session)
    guard let period = try period.range(in: context) else {
      return try context.print(
        as: output.format, text: [String(counter.count)], results: .count(counter))
    }
    let sums = try await context.useCases.counters.sums(
      of: counter, between: [period.lowerBound, period.upperBound], in: session)
    guard let sum = sums.first ?? 0 else { throw .sumOutOfRange }
    try context.print(
      as: output.format, text: [String(sum)], results: .sum(sum, of: counter.typedName))
  }
}

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
      results: .chart(bars, of: counter.typedName))
    // A script learns that a number is missing.
    if bars.contains(where: { $0.sum == nil }) { throw .sumOutOfRange }
  }
}

/// A stretch of time.
struct PeriodOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only changes from then on.", valueName: "when"))
  var since: PlainText?

  @Option(
    help: ArgumentHelp("Only changes before that.", valueName: "when"))
  var until: PlainText?

  /// The stretch, which has its beginning in it and not its end; `nil` is all time.
  func range(in context: CommandContext) throws(Refusal) -> Range<Timestamp>? {
    if since == nil, until == nil { return nil }
    let start = try context.moment(since?.text) ?? Timestamp(milliseconds: .min)
    let end = try context.moment(until?.text) ?? Timestamp(milliseconds: .max)
    return start..<max(start, end)
  }
}
