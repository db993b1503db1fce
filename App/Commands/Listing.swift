import ArgumentParser
import Domain
import Presentation

/// Prints results page by page, so that memory does not grow with how many there are.
struct Listing {
  private enum Form {
    case text(widths: [Int])
    case data(any ResultEncoder)
  }

  private let context: CommandContext
  private var form: Form

  init(format: OutputFormat, context: CommandContext) {
    self.context = context
    form =
      switch format {
      case .text: .text(widths: [])
      case .json: .data(context.encoder(.jsonDocument))
      case .csv: .data(context.encoder(.csv))
      }
  }

  /// Prints the next page.
  mutating func print(
    text: @autoclosure () -> Table, results: @autoclosure () -> Results
  ) throws(Refusal) {
    switch form {
    case .text(var widths):
      try context.print(text().lines(on: context.page(), widths: &widths))
      form = .text(widths: widths)
    case .data(var encoder):
      try context.dataOutput.write(encoder.lines(of: results()))
      form = .data(encoder)
    }
  }

  /// Prints what comes after the last page; `none` has no rows, and says of which kind they would have been.
  func end(none: Results) throws(Refusal) {
    guard case .data(var encoder) = form else { return }
    let lines = encoder.lines(of: none)
    try context.dataOutput.write(lines + encoder.end())
  }
}

/// Writes results for programs, page by page. Composition fills it with the codec of imports and exports.
protocol ResultEncoder: Sendable {
  /// The lines that the next results lead to; all results are of one kind.
  mutating func lines(of results: Results) -> [String]
  /// The lines after all results.
  func end() -> [String]
}

/// How a command's results are written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  /// For a person: tables and bars.
  case text
  /// One document of JSON.
  case json
  /// Comma-separated values with a line of headings.
  case csv
}
