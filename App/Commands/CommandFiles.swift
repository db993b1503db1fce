import Domain

/// The files that a command reads and writes; `-` is standard input or output.
struct CommandFiles: Sendable {
  /// Where the text of an export goes.
  let sink: @Sendable (_ path: String) throws(Refusal) -> any TextSink
  /// Where the rows of an import come from.
  let source: @Sendable (_ path: String) throws(Refusal) -> any TransferSource
}

/// Where text goes that is written bit by bit.
protocol TextSink: Sendable {
  /// Whether a person sees the text as it comes.
  var isSeen: Bool { get }
  func write(_ text: String) throws(Refusal)
  /// Makes what was written count; without it a file stays as it was.
  func finish() throws(Refusal)
}

extension TextSink {
  var isSeen: Bool { false }
}
