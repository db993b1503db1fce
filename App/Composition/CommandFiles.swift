import Data
import Domain
import Platform
import Presentation
import Terminal

/// The files that a command reads and writes, and their formats; `-` is standard input or output.
package struct CommandFiles: Sendable {
  /// Opens the target of an export.
  package let sink: @Sendable (_ path: String) throws(Refusal) -> any TextSink
  /// Opens the source of an import.
  package let source: @Sendable (_ path: String, ImportForm) throws(Refusal) -> any TransferSource
  /// Formats results for programs.
  package let encoder: @Sendable (TransferFormat) -> any ResultEncoder

  package init(
    sink: @escaping @Sendable (_ path: String) throws(Refusal) -> any TextSink,
    source: @escaping @Sendable (_ path: String, ImportForm) throws(Refusal) -> any TransferSource,
    encoder: @escaping @Sendable (TransferFormat) -> any ResultEncoder = { TransferCodec($0) }
  ) {
    self.sink = sink
    self.source = source
    self.encoder = encoder
  }

  /// Files of the system; the store itself is protected from being overwritten.
  package static func system(sparing store: String) -> CommandFiles {
    CommandFiles(
      sink: { path throws(Refusal) in
        if path == "-" { return StandardOutputSink() }
        return try OutputFile(path: path, sparing: store)
      },
      source: { path, form throws(Refusal) in
        try TransferCodec.rows(ofFile: path, form: form)
      })
  }
}

/// A target for text that is written in parts.
package protocol TextSink: Sendable {
  /// Whether a person sees the text as it is written.
  var isSeen: Bool { get }
  /// Writes the next part.
  ///
  /// - Throws: the refusals of the output.
  func write(_ text: String) throws(Refusal)
  /// Completes the output; without this call, a file stays unchanged.
  ///
  /// - Throws: the refusals of the output.
  func finish() throws(Refusal)
}

extension TextSink {
  package var isSeen: Bool { false }
}

/// Formats results for programs, page by page.
package protocol ResultEncoder: Sendable {
  /// The lines for the next results; all results of an encoder have the same kind.
  mutating func lines(of results: Results) -> [String]
  /// The lines at the end.
  func end() -> [String]
}

extension OutputFile: TextSink {}
extension TransferCodec: ResultEncoder {}

/// Standard output for text that is written as it comes.
private struct StandardOutputSink: TextSink {
  let isSeen = Descriptor.output.isTerminal

  func write(_ text: String) throws(Refusal) {
    guard isSeen else { return try LineOutput(visible: { $0 }).write(text: text) }
    // A terminal would obey control characters in a text.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    try LineOutput(visible: visible).write(lines.dropLast().map { String($0) })
  }

  func finish() throws(Refusal) {}
}
