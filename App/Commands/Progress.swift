import Domain
import Synchronization

/// Shows the progress of a command that takes longer than a second.
final class Progress: Sendable {
  private let clock: any Clock
  private let begun: Timestamp
  private let show: (@Sendable (String) -> Void)?
  private let shownAt: Mutex<Timestamp?> = Mutex(nil)

  /// Creates a progress shown by `show`, which gets a text without a line end; `nil` shows nothing.
  init(clock: any Clock, show: (@Sendable (String) -> Void)?) {
    self.clock = clock
    begun = clock.now
    self.show = show
  }

  /// Reports the number of finished rows; `what` names them.
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

  /// Erases the progress.
  func end() {
    if let show, shownAt.withLock({ $0 }) != nil { show("\r\u{1B}[K") }
  }
}
