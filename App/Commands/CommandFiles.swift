import Domain
import Presentation
import Synchronization

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

/// How far a long command is, for a person who waits for more than a second.
final class Progress: Sendable {
  private let clock: any Clock
  private let begun: Timestamp
  private let show: (@Sendable (String) -> Void)?
  private let shownAt: Mutex<Timestamp?> = Mutex(nil)

  /// Progress that is shown by `show`, a text without a line's end; `nil` when nobody looks.
  init(clock: any Clock, show: (@Sendable (String) -> Void)?) {
    self.clock = clock
    begun = clock.now
    self.show = show
  }

  /// So many rows are done; `what` says which.
  func report(_ rows: Int64, _ what: String = "rows") {
    guard let show else { return }
    let now = clock.now
    let isDue = shownAt.withLock { shownAt in
      guard now > (shownAt ?? begun).adding(seconds: 1) else { return false }
      shownAt = now
      return true
    }
    if isDue { show("\r\u{1B}[K\(rows) \(what)") }
  }

  /// Takes away what was shown.
  func end() {
    if let show, shownAt.withLock({ $0 }) != nil { show("\r\u{1B}[K") }
  }
}
