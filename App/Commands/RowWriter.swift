import Domain
import Presentation

/// Writes the rows of an export as text.
struct RowWriter: TransferTarget {
  let format: ExportCommand.Format
  let sink: any TextSink

  /// Writes what stands before the first row.
  func begin() throws(Refusal) {
    if format == .csv { try write([Records(exporting: []).csvHeader]) }
  }

  func write(_ rows: [TransferRow]) throws(Refusal) {
    let records = Records(exporting: rows)
    try write(format == .csv ? records.csvRows : records.jsonLines)
  }

  private func write(_ lines: [String]) throws(Refusal) {
    var text = ""
    for line in lines {
      text += line
      text += "\n"
    }
    try sink.write(text)
  }
}
