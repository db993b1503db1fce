import Domain
import Observation
import Presentation

/// The full-screen toolkit at a terminal: shows every frame that the screen comes to, and hands it the keys.
@MainActor
struct ScreenSession {
  private let screen: Screen
  private let terminal: CursesTerminal
  private let signals: TerminalSignals
  private let keys: Readiness
  private let news: Readiness

  /// Takes the terminal; `nil` when it cannot show a screen.
  ///
  /// - Throws: `SystemFault` when the system has no descriptor left.
  init?(
    showing scene: @escaping @MainActor () -> ActiveScene, page: Page, calendar: any LocalCalendar,
    hasColours: Bool,
    quittingEndsSession: @escaping @MainActor () -> Bool
  ) throws(SystemFault) {
    // The signals before ncurses, which leaves one alone that somebody handles already.
    let signals = try TerminalSignals(and: [TerminalSignals.resized], for: .screen)
    keys = try Readiness(of: .input)
    news = try Readiness(of: signals.descriptor)
    let terminal = TerminalSignals.reading { CursesTerminal(hasColours: hasColours) }
    guard let terminal else {
      try Descriptor.requireAnother()
      return nil
    }
    self.signals = signals
    self.terminal = terminal
    screen = Screen(
      showing: scene, size: terminal.size, page: page, calendar: calendar,
      quittingEndsSession: quittingEndsSession)
  }

  /// Runs until the person leaves the screen; the terminal is as it was then.
  func run() async -> Screen.Ending {
    let reading = [
      // A tick may be under way while the screen is left; what is typed then is somebody else's.
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

  /// Gives the terminal back as it was; nothing is shown after that.
  func giveBack() {
    terminal.close()
  }

  private func readKeys() {
    var isEmpty = true
    while let key = terminal.nextKey() {
      isEmpty = false
      screen.send([key])
    }
    // Readable without a key: nobody is there any more.
    if isEmpty, Descriptor.input.isHungUp { screen.send([.endOfInput]) }
  }

  private func readSignals() {
    TerminalSignals.reading {
      signals.handle(
        leave: {
          terminal.leave()
          // Below the screen may be a line, to whose mode ncurses has gone back.
          TerminalMode.restore()
        },
        enter: {
          terminal.enter()
          screen.size = terminal.size
        })
    }
  }
}

/// Tells whenever there is something to read.
private struct Readiness {
  let ticks: AsyncStream<Void>
  private let watch: ReadWatch

  init(of descriptor: Descriptor) throws(SystemFault) {
    let (ticks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.ticks = ticks
    watch = try ReadWatch(descriptor, on: .main) { @Sendable in continuation.yield() }
  }
}
