import ArgumentParser
import Composition
import Domain
import Presentation
import Terminal

/// Prints results page by page, in constant memory.
struct Listing {
  private enum Form {
    case text(widths: [Int])
    case data(ResultEncoder)
  }

  private let context: CommandContext
  private let paged: PagedOutput
  private var form: Form

  init(format: OutputFormat, context: CommandContext) {
    self.context = context
    paged = context.output.paged
    form =
      switch format {
      case .text: .text(widths: [])
      case .json: .data(ResultEncoder(.jsonDocument))
      case .csv: .data(ResultEncoder(.csv))
      }
  }

  /// Prints the next page.
  mutating func print(
    text: @autoclosure () -> Table, results: @autoclosure () -> Results
  ) throws(Refusal) {
    switch form {
    case .text(var widths):
      try paged.write(text().lines(on: context.metrics(), widths: &widths))
      // After the user has left the pager, the rest is not needed.
      if paged.isLeft { throw .input(.interrupted) }
      form = .text(widths: widths)
    case .data(var encoder):
      try context.dataOutput.write(encoder.lines(of: results()))
      form = .data(encoder)
    }
  }

  /// Whether the rest is not needed.
  var isLeft: Bool { paged.isLeft }

  /// Prints the end of the output. `none` has no rows; it determines the header of an empty result.
  func end(none: Results) async throws(Refusal) {
    guard case .data(var encoder) = form else { return try await paged.end() }
    let lines = encoder.lines(of: none)
    try context.dataOutput.write(lines + encoder.end())
  }
}

/// The format of a command's results.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  /// Tables and bars for people.
  case text
  /// One JSON document.
  case json
  /// Comma-separated values with a header.
  case csv
}
