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

  package init(
    sink: @escaping @Sendable (_ path: String) throws(Refusal) -> any TextSink,
    source: @escaping @Sendable (_ path: String, ImportForm) throws(Refusal) -> any TransferSource
  ) {
    self.sink = sink
    self.source = source
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

/// Formats results for programs, page by page, in commands that do not know Data.
package typealias ResultEncoder = Data.TransferCodec

extension OutputFile: TextSink {}

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
