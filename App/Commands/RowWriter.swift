import Domain
import Synchronization

/// Writes the rows of an export as text.
final class RowWriter: TransferTarget {
  private let encoder: Mutex<any ResultEncoder>
  private let sink: any TextSink

  init(encoder: any ResultEncoder, sink: any TextSink) {
    self.encoder = Mutex(encoder)
    self.sink = sink
  }

  func write(_ rows: [TransferRow]) throws(Refusal) {
    let lines = encoder.withLock { $0.lines(of: .rows(rows)) }
    var text = ""
    for line in lines {
      text += line
      text += "\n"
    }
    try sink.write(text)
  }
}
