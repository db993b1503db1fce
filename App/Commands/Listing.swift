import Domain
import Presentation

/// Prints results page by page, so that memory does not grow with how many there are.
struct Listing {
  let format: OutputFormat
  let context: CommandContext
  private var widths: [Int] = []
  private var document = JSONDocument()
  private var isBegun = false

  init(format: OutputFormat, context: CommandContext) {
    self.format = format
    self.context = context
  }

  /// Prints the next page.
  mutating func print(
    text: @autoclosure () -> Table, records: @autoclosure () -> Records
  ) throws(Refusal) {
    switch format {
    case .text: try context.print(text().lines(on: context.page(), widths: &widths))
    case .json: try context.dataOutput.write(document.lines(of: records()))
    case .csv:
      let records = records()
      try context.dataOutput.write((isBegun ? [] : [records.csvHeader]) + records.csvRows)
    }
    isBegun = true
  }

  /// Prints what comes after the last page; `records` has the fields, and no rows.
  mutating func end(records: Records) throws(Refusal) {
    switch format {
    case .json: try context.dataOutput.write(document.end)
    case .csv where !isBegun: try context.dataOutput.write([records.csvHeader])
    case .text, .csv: break
    }
  }
}
