import Domain
import Presentation
import Synchronization

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
