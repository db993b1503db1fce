import Domain
import Platform
import Presentation
import Terminal

extension ActiveScene {
  /// Shows the scene on the full screen until the user leaves it. Without a terminal it prints the
  /// screen as text, with `COLUMNS` and `LINES`, or else 80 and 24.
  ///
  /// - Returns: whether to show the next sample.
  /// - Throws: `Refusal.output(.failed)`, and `SystemError` when the system has no descriptor left.
  @MainActor
  package func showOnScreen(environment: Environment) async throws -> Bool {
    let metrics = TextLocale.adopted.metrics(environment: environment)
    let isInteractive = Descriptor.input.isTerminal && Descriptor.output.isTerminal
    if isInteractive, CursesTerminal.isPossible,
      let session = try ScreenSession(
        showing: { self }, metrics: metrics, calendar: ZoneRule.utc,
        hasColours: (environment["NO_COLOR"] ?? "").isEmpty,
        quittingEndsSession: { false })
    {
      return await session.run() != .interrupted
    }
    let rows = environment["LINES"].flatMap { Int($0) } ?? 24
    let size = Frame.Size(
      rows: min(max(rows, 1), TextMetrics.mostColumns), columns: metrics.columns)
    let screen = Screen(
      showing: { self }, size: size, metrics: metrics, calendar: ZoneRule.utc,
      quittingEndsSession: { false })
    try LineOutput(visible: { $0 }).write(screen.frame?.lines ?? [])
    return true
  }
}
