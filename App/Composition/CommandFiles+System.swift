import Data
import Domain
import Presentation

extension CommandFiles {
  /// The files of the system, of which the store's is written by nothing but the store.
  static func system(sparing store: String) -> CommandFiles {
    CommandFiles(
      sink: { path throws(Refusal) in
        if path == "-" { return StandardOutputSink() }
        return try OutputFile(path: path, sparing: store)
      },
      source: { path throws(Refusal) in try TransferCodec.rows(ofFile: path) })
  }
}

extension OutputFile: TextSink {}
extension TransferCodec: ResultEncoder {}

/// Text that goes to standard output as it comes.
private struct StandardOutputSink: TextSink {
  let isSeen = Descriptor.output.isTerminal

  func write(_ text: String) throws(Refusal) {
    try LineOutput(visible: { $0 }).write(text: text)
  }

  func finish() throws(Refusal) {}
}
