import Domain

/// Lines for a person or a pipe. What could steer a terminal is made visible here and nowhere else.
struct LineOutput: Sendable {
  /// Nobody reads the results any more (`tally | head`), which is no reason to complain.
  static let closed = Refusal.outputFailed(cause: SystemFault.brokenPipe.cause)

  private let output: Descriptor
  private let errors: Descriptor
  private let environment: Environment
  private let visible: @Sendable (String) -> String

  /// Results to `output` and complaints to `errors`, each line as `visible` shows it.
  init(
    output: Descriptor = .output, errors: Descriptor = .errors,
    environment: Environment = .process, visible: @escaping @Sendable (String) -> String
  ) {
    self.output = output
    self.errors = errors
    self.environment = environment
    self.visible = visible
  }

  /// Writes the lines at once; when this returns, the system has them.
  ///
  /// - Throws: `Refusal.outputFailed`, which is `LineOutput.closed` when nobody reads.
  func write(_ lines: [String]) throws(Refusal) {
    try write(text: text(of: lines))
  }

  /// Writes sentences as lines, which a terminal shows broken between words.
  ///
  /// - Throws: as for lines.
  func write(sentences: [String]) throws(Refusal) {
    try write(text: text(of: broken(sentences, for: output)))
  }

  /// Writes a text as it is.
  ///
  /// - Throws: `Refusal.outputFailed`, which is `LineOutput.closed` when nobody reads.
  func write(text: String) throws(Refusal) {
    do {
      try output.write(text)
    } catch {
      throw .outputFailed(cause: error.cause)
    }
  }

  /// Writes what is no text.
  ///
  /// - Throws: as for a text.
  func write(bytes: [UInt8]) throws(Refusal) {
    do {
      try output.write(bytes)
    } catch {
      throw .outputFailed(cause: error.cause)
    }
  }

  /// Writes how far something is, over what was written so before.
  func writeProgress(_ text: String) {
    // Nobody needs it.
    try? errors.write(text)
  }

  /// Writes a complaint.
  func writeError(_ line: String) {
    // Nothing is left to complain to; the exit status still tells.
    try? errors.write(text(of: broken([line], for: errors)))
  }

  private func broken(_ sentences: [String], for descriptor: Descriptor) -> [String] {
    guard descriptor.isTerminal else { return sentences }
    let page = TextLocale.adopted.page(environment: environment, to: descriptor)
    return sentences.flatMap { page.wrapped($0, to: page.columns) }
  }

  private func text(of lines: [String]) -> String {
    lines.reduce(into: "") { text, line in
      text += visible(line)
      text += "\n"
    }
  }
}

extension Refusal {
  /// The refusal where the program had saved a change before it wrote.
  var afterChange: Refusal {
    if case .outputFailed(let cause) = self, self != LineOutput.closed {
      .answerFailed(cause: cause)
    } else {
      self
    }
  }
}
