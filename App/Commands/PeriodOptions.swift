import ArgumentParser
import Domain
import Presentation

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
