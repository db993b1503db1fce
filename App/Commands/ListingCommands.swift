import ArgumentParser
import Domain
import Presentation
import Terminal

struct ShowCommand: Command {
  static let configuration = CommandConfiguration(
    form: "show [<name>]",
    abstract: "Print a counter's count, or what was added in a period.",
    examples: [
      "tally show",
      "tally show coffee --since today",
      "tally show coffee --since 2026-11-01 --until 2026-12-01",
    ],
    refused: "there is no such counter, or a sum is out of range")

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @OptionGroup var period: PeriodOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    guard let period = try await period.range(in: context) else {
      return try await context.printCount(of: name, as: format)
    }
    let (session, counter) = try await context.counter(name)
    let sums = try await context.useCases.counters.sums(
      of: counter, between: [period.lowerBound, period.upperBound], in: session)
    guard let sum = sums.first ?? 0 else { throw .sumOutOfRange }
    try await context.print(
      as: format, text: [String(sum)], results: .sum(sum, of: counter.typedName))
  }
}

extension CommandContext {
  /// Prints the count of the named counter, or the open one.
  func printCount(of name: PlainText?, as format: OutputFormat = .text) async throws(Refusal) {
    let (_, counter) = try await counter(name)
    try await print(as: format, text: [String(counter.count)], results: .count(counter))
  }
}

struct HistoryCommand: Command {
  static let configuration = CommandConfiguration(
    form: "history [<name>]", abstract: "Print a counter's changes, oldest first.",
    remarks: """
      A number alone is the limit. With --limit, it is the name of a counter.
      """,
    examples: [
      "tally history 5",
      "tally history coffee --limit 100 --since yesterday",
      "tally history coffee --format json",
    ],
    refused: "there is no such counter")

  @Argument(help: .leadingName, completion: .counterNames)
  var name: PlainText?
  @Option(
    name: .number("limit"),
    help: ArgumentHelp(
      "Show only the newest n changes; \(HistoryScene.usualLength) by default.", valueName: "n"))
  var limit: PlainText?
  @OptionGroup var period: PeriodOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    let (name, limit) = try nameAndLimit()
    let period = try await period.range(in: context)
    let (session, counter) = try await context.counter(name)
    // Without members, they are shown from the first page with another author on.
    var namesAuthors = try await context.useCases.isShared(counter, in: session)
    let author = Change.Author.account(session.user.username)
    // Rows have the name that the user types, as in `list`.
    let typed = CounterName(text: counter.typedName, key: counter.name.key)
    var isEmpty = true
    var listing = Listing(format: format, context: context)
    do throws(Refusal) {
      try await context.useCases.counters.readHistory(
        of: counter, newest: limit, during: period, in: session
      ) { changes throws(Refusal) in
        isEmpty = isEmpty && changes.isEmpty
        namesAuthors = namesAuthors || changes.contains { $0.author != author }
        try listing.print(
          text: Table(history: changes, in: context.calendar, namingAuthors: namesAuthors),
          results: .history(changes, of: typed))
      }
    } catch .input(.interrupted) where listing.isLeft {
      return
    }
    try await listing.end(none: .history([], of: typed))
    if isEmpty, limit > 0, format == .text { context.remark(CounterWords.noChanges) }
  }

  func onScenes() throws(Refusal) -> SceneCommand? {
    let (name, limit) = try nameAndLimit()
    let isPlain = name == nil && format == .text && !period.isGiven
    return isPlain ? .history(newest: limit) : nil
  }

  var chosenMeaning: ChosenMeaning? {
    loneNumber.map {
      let limit = HistoryScene.usualLength
      return ChosenMeaning(
        of: $0, is: "the number of lines", other: "history \($0.text) --limit \(limit)")
    }
  }

  /// A lone number is taken as the limit.
  private var loneNumber: PlainText? {
    name.flatMap { limit == nil && $0.isNumber ? $0 : nil }
  }

  private func nameAndLimit() throws(Refusal) -> (PlainText?, Int) {
    let isLone = loneNumber != nil
    let limit = loneNumber ?? limit
    let length =
      if let limit { try WholeNumber.length(limit.text, of: "lines") } else {
        HistoryScene.usualLength
      }
    return (isLone ? nil : name, length)
  }
}

/// A period of time.
struct PeriodOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only changes at or after this time.", valueName: "when"))
  var since: PlainText?

  @Option(
    help: ArgumentHelp("Only changes before this time.", valueName: "when"))
  var until: PlainText?

  /// Whether a period was given.
  var isGiven: Bool { since != nil || until != nil }

  /// The period, including its beginning but not its end; `nil` is all time.
  func range(in context: CommandContext) async throws(Refusal) -> Range<Timestamp>? {
    guard isGiven else { return nil }
    let (since, until) = try await moments(in: context)
    let start = since ?? Timestamp(milliseconds: .min)
    return start..<(until ?? Timestamp(milliseconds: .max))
  }

  /// The beginning and the end, as far as they were given.
  ///
  /// - Throws: `Refusal.input(.notATime)`, `.input(.skippedTime)`, `.input(.wrongUsage)` for an end
  ///   before the beginning.
  func moments(in context: CommandContext) async throws(Refusal)
    -> (since: Timestamp?, until: Timestamp?)
  {
    let (since, until) = (
      try await context.moment(since?.text), try await context.moment(until?.text)
    )
    if let since, let until, until < since {
      throw .input(.wrongUsage("--until is before --since. Swap the two", usage: nil))
    }
    return (since, until)
  }
}
