import ArgumentParser
import Domain
import Presentation
import Terminal

struct ChartCommand: Command {
  static let configuration = CommandConfiguration(
    form: "chart [<name>]", abstract: "Print additions as bars, by day unless told otherwise.",
    remarks: """
      A word such as week alone is the kind of bars. With --by, it is the name of a counter.
      """,
    examples: [
      "tally chart",
      "tally chart coffee --by month --last 12",
      "tally chart coffee --by weekday --since 2026-11-01",
      "tally chart coffee --by week --format csv",
    ],
    refused: "there is no such counter, or a sum is out of range")

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @Option(help: ArgumentHelp("What one bar stands for; a day by default.", valueName: "span"))
  var by: ChartKind?
  @Option(
    name: .number("last"),
    help: ArgumentHelp(
      "How many bars, up to now or the end; \(ChartBar.usualNumber) by default.", valueName: "n"))
  var last: PlainText?
  @OptionGroup var period: PeriodOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func validate() throws {
    if last != nil, nameAndKind.1 == .weekday {
      throw ValidationError("A weekday chart always has 7 bars. Leave --last out")
    }
    if last != nil, period.since != nil {
      throw ValidationError("--since says how many bars there are. Leave --last out")
    }
  }

  func run(_ context: CommandContext) async throws(Refusal) {
    let length =
      if let last { try WholeNumber.length(last.text, of: "bars", minimum: 1) } else {
        ChartBar.usualNumber
      }
    let (name, kind) = nameAndKind
    let (beginning, end) = try await period.moments(in: context)
    let (session, counter) = try await context.counter(name)
    guard case .span(let by) = kind else {
      let statistics = try await context.useCases.statistics(
        of: counter, since: beginning, until: end, in: session)
      let others = try await setsAndResets(
        of: counter, since: beginning ?? Timestamp(milliseconds: .min), until: end, in: session,
        context)
      try await context.print(
        as: format, text: BarChart(statistics).lines(on: context.metrics()),
        results: .weekdays(statistics.weekdays, of: counter.typedName))
      if statistics.weekdays.contains(nil) { throw .sumOutOfRange }
      if let others { context.remark(others) }
      return
    }
    let bars = try await context.useCases.chartCounts(
      of: counter, by: by, last: length, since: beginning, until: end, in: session)
    let others = try await setsAndResets(
      of: counter, since: bars.first?.start, until: end, in: session, context)
    try await context.print(
      as: format,
      text: BarChart(bars, by: by, in: context.calendar).lines(on: context.metrics()),
      results: .chart(bars, of: counter.typedName))
    // The error tells scripts that a sum is missing.
    if bars.contains(where: { $0.sum == nil }) { throw .sumOutOfRange }
    if let others { context.remark(others) }
  }

  /// What is not in the bars, in words. It is read before they are printed: what fails prints nothing.
  private func setsAndResets(
    of counter: Counter, since start: Timestamp?, until end: Timestamp?, in session: Session,
    _ context: CommandContext
  ) async throws(Refusal) -> String? {
    guard let start, format == .text else { return nil }
    return StatisticsWords.notInChart(
      try await context.useCases.setsAndResets(
        of: counter, since: start, until: end, in: session))
  }

  func onScenes() -> SceneCommand? {
    let (name, kind) = nameAndKind
    guard case .span(let by) = kind else { return nil }
    let isPlain = name == nil && last == nil && !period.isGiven && format == .text
    return isPlain ? .chart(by: by) : nil
  }

  var chosenMeaning: ChosenMeaning? {
    name.flatMap { word in
      by == nil && ChartKind(argument: word.text) != nil
        ? ChosenMeaning(of: word, is: "the kind of bars", other: "chart \(word.text) --by day")
        : nil
    }
  }

  /// A lone word such as week is taken as the kind of bars.
  private var nameAndKind: (PlainText?, ChartKind) {
    if by == nil, let name, let kind = ChartKind(argument: name.text) {
      return (nil, kind)
    }
    return (name, by ?? .span(.day))
  }
}

/// What the bars of a chart stand for.
enum ChartKind: ExpressibleByArgument, Equatable {
  /// One bar for each hour, day, week, month or year.
  case span(Span)
  /// One bar for each of the seven days of the week.
  case weekday

  private static let weekdayName = "weekday"
  static let allValueStrings = Span.allCases.map(\.rawValue) + [weekdayName]
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)

  init?(argument: String) {
    if let span = Span(rawValue: argument) {
      self = .span(span)
    } else if argument == Self.weekdayName {
      self = .weekday
    } else {
      return nil
    }
  }
}

struct StatsCommand: Command {
  static let configuration = CommandConfiguration(
    form: "stats [<name>]",
    abstract: "Print averages, the best day, days in a row and weekdays.",
    remarks: """
      From the first addition to today unless told otherwise. Days in a row are days with a sum above \
      0, or on which a daily target was reached; a row that ended yesterday still counts. With a daily \
      limit, they are days on which it was kept.
      """,
    examples: [
      "tally stats",
      "tally stats coffee --since 2026-11-01 --until 2026-12-01",
      "tally stats coffee --format json",
    ],
    refused: "there is no such counter, or a sum is out of range")

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @OptionGroup var period: PeriodOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (beginning, end) = try await period.moments(in: context)
    let (session, counter) = try await context.counter(name)
    let statistics = try await context.useCases.statistics(
      of: counter, since: beginning, until: end, in: session)
    let sentences = StatisticsWords.sentences(statistics, in: context.calendar)
    try await context.print(
      as: format,
      text: sentences
        + (statistics.days > 0 ? BarChart(statistics).lines(on: context.metrics()) : []),
      results: .statistics(statistics, of: counter.typedName))
    if statistics.sum == nil { throw .sumOutOfRange }
  }
}
