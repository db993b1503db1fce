import Domain

/// Writes a result, in the user's pager if it is longer than the screen.
final class PagedOutput {
  private enum Way {
    /// Writes nothing until it is known whether the result fits the screen.
    case waiting(lines: [String], rows: Int)
    case plain
    case pager(Pager)
    /// The user has left the pager.
    case left
  }

  /// A terminal and its pager.
  struct Reader: Sendable {
    /// The shell command of the pager.
    let command: String
    /// The number of rows of the screen.
    let rows: Int
    /// The number of rows of a line.
    let height: @Sendable (String) -> Int
  }

  private let output: LineOutput
  private let reader: Reader?
  private var way: Way

  /// Creates an output for a terminal; `nil` without a terminal or a pager.
  init(_ output: LineOutput, reader: Reader?) {
    self.output = output
    self.reader = reader
    way = reader == nil ? .plain : .waiting(lines: [], rows: 0)
  }

  /// Whether the rest is not needed.
  var isLeft: Bool { if case .left = way { true } else { false } }

  /// Writes the next lines.
  ///
  /// - Throws: `Refusal.outputFailed`.
  func write(_ lines: [String]) throws(Refusal) {
    switch way {
    case .left: return
    case .plain: try output.write(lines)
    case .pager(let pager): try write(output.text(of: lines), to: pager)
    case .waiting(let before, let rows):
      guard let reader else { return }
      let rows = lines.reduce(rows) { $0 + reader.height($1) }
      way = .waiting(lines: before + lines, rows: rows)
      // The prompt takes one row.
      guard rows >= reader.rows else { return }
      guard let pager = Pager(reader.command) else { return try writePlainly(before + lines) }
      way = .pager(pager)
      try write(output.text(of: before + lines), to: pager)
    }
  }

  /// Waits until everything has been read.
  ///
  /// - Throws: `Refusal.outputFailed`.
  func end() async throws(Refusal) {
    switch way {
    case .left, .plain: return
    case .waiting(let lines, _): try writePlainly(lines)
    case .pager(let pager): if let unread = await pager.end() { try output.write(text: unread) }
    }
  }

  private func writePlainly(_ lines: [String]) throws(Refusal) {
    way = .plain
    if !lines.isEmpty { try output.write(lines) }
  }

  private func write(_ text: String, to pager: Pager) throws(Refusal) {
    if pager.write(text) { return }
    guard let unread = pager.wait() else {
      way = .left
      return
    }
    way = .plain
    try output.write(text: unread)
  }
}

extension LineOutput {
  /// Creates the output for a result that may be longer than the screen.
  var paged: PagedOutput { PagedOutput(self, reader: reader) }

  /// Writes a result that may be longer than the screen.
  ///
  /// - Throws: like `write(_:)`.
  func writePaged(_ lines: [String]) async throws(Refusal) {
    let paged = paged
    try paged.write(lines)
    try await paged.end()
  }

  /// Writes the parser's help. The parser wraps all lines for the terminal except the usage.
  ///
  /// - Throws: like `write(_:)`.
  func write(help text: String) async throws(Refusal) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try await writePaged(
      lines.flatMap { $0.hasPrefix("USAGE: ") ? broken([$0], for: output) : [$0] })
  }

  /// The terminal and its pager, unless `PAGER` is empty.
  private var reader: PagedOutput.Reader? {
    guard output == .output, output.isTerminal, Descriptor.input.isTerminal, let rows = output.rows
    else { return nil }
    let command = environment["PAGER"] ?? "less -FRX"
    guard !command.isEmpty else { return nil }
    let metrics = TextLocale.adopted.metrics(environment: environment, to: output)
    return PagedOutput.Reader(command: command, rows: rows) { line in
      max(1, (metrics.width(of: line) + metrics.columns - 1) / metrics.columns)
    }
  }
}
