import ArgumentParser
import Domain
import Presentation
import Terminal

struct ListCommand: Command {
  static let configuration = CommandConfiguration(
    form: "list [<pattern>]",
    abstract: "Print every counter: name, count, target, today's sum, last change.",
    remarks: """
      A pattern is a part of the name, in upper or lower case. With * or ? it is the whole name, as for files in a \
      shell; quote it there. Archived counters are not listed, nor is an unused main beside others, unless they are open.
      """,
    examples: [
      "tally list",
      "tally list door --sort count",
      "tally list --archived",
      "tally list --since 2026-11-01 --until 2026-12-01",
      "tally list --format csv > counters.csv",
    ])

  @Argument(
    help: "Print only the counters whose name has this in it.", completion: .counterNames)
  var pattern: PlainText?
  @Option(help: "The order: names, the highest count first, or the newest change first.")
  var sort: ListOrder = .name
  @Flag(help: "Print the archived counters instead.")
  var archived = false
  @OptionGroup var period: PeriodOptions
  @Option(name: .format, help: .format)
  var format: OutputFormat = .text
  @OptionGroup var options: SharedOptions

  func run(_ context: CommandContext) async throws(Refusal) {
    try await context.printCounters(
      on: archived ? .archived : .listed, during: try await period.range(in: context),
      as: format,
      sortedBy: sort,
      matching: pattern.map { NamePattern($0.text) })
  }

  func onScenes() -> SceneCommand? {
    let isPlain = pattern == nil && sort == .name && !archived && format == .text && !period.isGiven
    return isPlain ? .list : nil
  }
}

/// The order of a list of counters.
enum ListOrder: String, CaseIterable, ExpressibleByArgument {
  /// One's own first, then by owner and name.
  case name
  /// The highest count first.
  case count
  /// The newest change first.
  case changed

  /// The counters, which are sorted by name, in this order; equal ones stay sorted by name.
  func sorted(_ counters: [CounterSummary]) -> [CounterSummary] {
    let places = counters.enumerated()
    let sorted =
      switch self {
      case .name: Array(places)
      case .count:
        places.sorted {
          ($1.element.counter.count, $0.offset) < ($0.element.counter.count, $1.offset)
        }
      case .changed:
        places.sorted {
          let (first, second) = ($0.element.counter.changedAt, $1.element.counter.changedAt)
          guard first != second else { return $0.offset < $1.offset }
          return second.map { other in first.map { $0 > other } ?? false } ?? true
        }
      }
    return sorted.map(\.element)
  }
}

/// A pattern for names, ignoring case: a part of a name, or a whole one with `*` and `?`.
struct NamePattern {
  private let text: String

  init(_ text: String) {
    let folded = text.foldedForSearch
    let hasWildcard = folded.unicodeScalars.contains { $0 == "*" || $0 == "?" }
    self.text = hasWildcard ? folded : "*\(folded)*"
  }

  /// Whether a name matches, by its characters or by its scalars: a combining mark makes one character
  /// with what is before it, which may be what is wanted.
  func matches(_ name: String) -> Bool {
    let name = name.foldedForSearch
    return Self.matches(Array(text), Array(name), many: "*", one: "?")
      || Self.matches(Array(text.unicodeScalars), Array(name.unicodeScalars), many: "*", one: "?")
  }

  private static func matches<Unit: Equatable>(
    _ pattern: [Unit], _ name: [Unit], many: Unit, one: Unit
  ) -> Bool {
    // After the last star, so much of the name is skipped that the rest can match.
    var (place, star, retry) = (0, Int?.none, 0)
    var index = 0
    while index < name.count {
      if place < pattern.count, pattern[place] == many {
        (star, retry) = (place, index)
        place += 1
      } else if place < pattern.count, pattern[place] == one || pattern[place] == name[index] {
        place += 1
        index += 1
      } else if let star {
        retry += 1
        (place, index) = (star + 1, retry)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == many }
  }
}

extension CommandContext {
  /// Prints every counter that matches, with what was added in the period instead of today.
  func printCounters(
    on shelf: Shelf = .listed, during period: Range<Timestamp>? = nil,
    as format: OutputFormat = .text,
    sortedBy order: ListOrder = .name, matching pattern: NamePattern? = nil
  ) async throws(Refusal) {
    let session = try await session()
    // In a session, the open counter is the line's.
    let kept = place.map { Set([$0.openCounter?.id].compactMap(\.self)) }
    let all = try await useCases.summarizeCounters(
      on: shelf, keeping: kept, during: period, in: session)
    let summaries = order.sorted(all.filter { pattern?.matches($0.counter.typedName) ?? true })
    let table =
      period == nil
      ? Table(listing: summaries, in: calendar)
      : Table(listing: summaries, in: calendar, naming: CounterWords.sum)
    try await print(
      as: format, text: table.lines(on: metrics(), shorteningNames: true),
      results: .counters(summaries))
    if summaries.isEmpty, format == .text {
      remark(
        pattern != nil
          ? CounterWords.nothingFound
          : shelf == .archived ? CounterWords.nothingArchived : CounterWords.noCounters)
    }
  }
}
