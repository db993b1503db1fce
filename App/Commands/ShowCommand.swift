import ArgumentParser
import Domain
import Presentation

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
      as: output.format, text: [String(sum)], results: .sum(sum, of: counter.name))
  }
}
