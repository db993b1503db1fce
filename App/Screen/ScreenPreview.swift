import Domain
import Platform
import Presentation
import Terminal

/// Shows a single scene on the full screen.
@MainActor
package struct ScreenPreview {
  private let scene: ActiveScene
  private let metrics: TextMetrics
  private let environment: Environment

  /// Creates the preview of a scene with this environment.
  package init(of scene: ActiveScene, environment: Environment) {
    self.scene = scene
    self.environment = environment
    metrics = TextLocale.adopted.metrics(environment: environment)
  }

  /// Shows the scene until the user leaves the screen. Without a terminal it prints the screen as
  /// text, with `COLUMNS` and `LINES`, or else 80 and 24.
  ///
  /// - Returns: whether to show the next sample.
  /// - Throws: `Refusal.output(.failed)`, and `SystemError` when the system has no descriptor left.
  package func show() async throws -> Bool {
    guard let session = try session() else {
      try print()
      return true
    }
    return await session.run() != .interrupted
  }

  private func session() throws -> ScreenSession? {
    let isInteractive = Descriptor.input.isTerminal && Descriptor.output.isTerminal
    guard isInteractive, CursesTerminal.isPossible else { return nil }
    return try ScreenSession(
      showing: { scene }, metrics: metrics, calendar: UTCCalendar(),
      hasColours: (environment["NO_COLOR"] ?? "").isEmpty,
      quittingEndsSession: { false })
  }

  private func print() throws {
    let rows = environment["LINES"].flatMap { Int($0) } ?? 24
    let size = Frame.Size(
      rows: min(max(rows, 1), TextMetrics.mostColumns), columns: metrics.columns)
    let screen = Screen(
      showing: { scene }, size: size, metrics: metrics, calendar: UTCCalendar(),
      quittingEndsSession: { false })
    try LineOutput(visible: { $0 }).write(screen.frame?.lines ?? [])
  }
}
