import Domain
import Observation
import Platform
import Presentation
import Terminal

/// The full screen at a terminal: shows each new frame, and passes keys to the screen.
@MainActor
package struct ScreenSession {
  private let screen: Screen
  private let terminal: CursesTerminal
  private let signals: TerminalSignals
  private let keys: Readiness
  private let news: Readiness

  /// Takes the terminal; `nil` if it cannot show a screen.
  ///
  /// - Throws: `SystemError` when the system has no descriptor left.
  package init?(
    showing scene: @escaping @MainActor () -> ActiveScene, metrics: TextMetrics,
    calendar: any LocalCalendar,
    hasColours: Bool,
    quittingEndsSession: @escaping @MainActor () -> Bool
  ) throws(SystemError) {
    // Handles the signals before ncurses does, which skips those that already have a handler.
    let signals = try TerminalSignals(and: [TerminalSignals.resized], for: .screen)
    keys = try Readiness(of: .input)
    news = try Readiness(of: signals.descriptor)
    let terminal = TerminalSignals.reading { CursesTerminal(hasColours: hasColours) }
    guard let terminal else { return nil }
    self.signals = signals
    self.terminal = terminal
    screen = Screen(
      showing: scene, size: terminal.size, metrics: metrics, calendar: calendar,
      quittingEndsSession: quittingEndsSession)
  }

  /// Runs until the user leaves the screen, and restores the terminal.
  package func run() async -> Screen.Ending {
    let reading = [
      // After the screen is left, later input belongs to another reader.
      Task { for await _ in keys.ticks where !Task.isCancelled { readKeys() } },
      Task { for await _ in news.ticks where !Task.isCancelled { readSignals() } },
    ]
    defer {
      reading.forEach { $0.cancel() }
      giveBack()
    }
    screen.send([])
    for await frame in Observations({ [weak screen] in screen?.frame }) {
      guard let frame else { break }
      terminal.show(frame)
    }
    return screen.ending ?? .quit
  }

  /// Restores the terminal; nothing is shown afterwards.
  package func giveBack() {
    terminal.close()
  }

  private func readKeys() {
    var isEmpty = true
    while let key = terminal.nextKey() {
      isEmpty = false
      screen.send([key])
    }
    // Readable without a key means that the terminal was closed.
    if isEmpty, Descriptor.input.isHungUp { screen.send([.endOfInput]) }
  }

  private func readSignals() {
    TerminalSignals.reading {
      signals.handle(
        leave: {
          terminal.leave()
          // ncurses has restored its own saved mode, which may be that of the prompt.
          TerminalMode.restore()
        },
        enter: {
          terminal.enter()
          screen.size = terminal.size
        })
    }
  }
}

/// Sends a tick whenever input can be read.
private struct Readiness {
  let ticks: AsyncStream<Void>
  private let watch: ReadWatch

  init(of descriptor: Descriptor) throws(SystemError) {
    let (ticks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.ticks = ticks
    watch = try ReadWatch(descriptor, on: .main) { @Sendable in continuation.yield() }
  }
}
