import Domain
import Platform

/// Prints lines for a person or a pipe, and escapes them for the terminal.
package struct LineOutput: Sendable {
  let output: Descriptor
  private let errors: Descriptor
  let environment: Environment
  private let visible: @Sendable (String) -> String

  /// Prints results to `output` and errors to `errors`, each line escaped by `visible`.
  package init(
    output: Descriptor = .output, errors: Descriptor = .errors,
    environment: Environment = .process, visible: @escaping @Sendable (String) -> String
  ) {
    self.output = output
    self.errors = errors
    self.environment = environment
    self.visible = visible
  }

  /// Writes the lines without buffering.
  ///
  /// - Throws: `Refusal.output(.failed)`, or `.output(.readerGone)` (`tally | head`).
  package func write(_ lines: [String]) throws(Refusal) {
    try write(text: text(of: lines))
  }

  /// Writes sentences as lines, wrapped between words at a terminal.
  ///
  /// - Throws: like `write(_:)`.
  package func write(sentences: [String]) throws(Refusal) {
    try write(text: text(of: broken(sentences, for: output)))
  }

  /// Writes a text unchanged.
  ///
  /// - Throws: `Refusal.output(.failed)`, or `.output(.readerGone)` (`tally | head`).
  package func write(text: String) throws(Refusal) {
    do {
      try output.write(text)
    } catch {
      throw Refusal(writing: error)
    }
  }

  /// Writes bytes.
  ///
  /// - Throws: like `write(text:)`.
  package func write(bytes: [UInt8]) throws(Refusal) {
    do {
      try output.write(bytes)
    } catch {
      throw Refusal(writing: error)
    }
  }

  /// Writes the progress over the previous one.
  package func writeProgress(_ text: String) {
    // Progress is not important enough to fail.
    try? errors.write(text)
  }

  /// Writes an error.
  package func writeError(_ line: String) {
    // If this fails, there is nowhere to report it; the exit status still tells.
    try? errors.write(text(of: broken([line], for: errors)))
  }

  /// Names the store in effect, for `--verbose`.
  package func nameStore(_ store: String) { writeError("Store: \(store)") }

  /// Rings the terminal's bell.
  package func ring() {
    // Without a terminal there is no bell.
    if errors.isTerminal { try? errors.write("\u{7}") }
  }

  /// The sentences as lines, wrapped between words for a terminal.
  func broken(_ sentences: [String], for descriptor: Descriptor) -> [String] {
    guard descriptor.isTerminal else { return sentences }
    let metrics = TextLocale.adopted.metrics(environment: environment, to: descriptor)
    return sentences.flatMap { metrics.wrapped($0, to: metrics.columns) }
  }

  /// The escaped lines.
  func text(of lines: [String]) -> String {
    lines.reduce(into: "") { text, line in
      text += visible(line)
      text += "\n"
    }
  }
}

extension Refusal {
  /// The refusal for output that could not be written.
  fileprivate init(writing fault: SystemError) {
    self = fault.code == EPIPE ? .output(.readerGone) : .output(.failed(cause: fault.text))
  }

  /// The refusal for output that failed after a change was saved.
  package var afterChange: Refusal {
    if case .output(.failed(_, let cause)) = self {
      .output(.answerFailed(cause: cause))
    } else {
      self
    }
  }
}
