import Dispatch
import Observation
import Presentation

/// The full-screen toolkit at a terminal: shows every frame that the screen comes to, and hands it the keys.
@MainActor
struct ScreenSession {
  private let screen: Screen
  private let terminal: CursesTerminal
  private let signals: TerminalSignals

  /// Takes the terminal; `nil` where it cannot be had.
  init?(
    showing scene: @escaping @MainActor () -> Scene, page: Page, hasColours: Bool,
    makeSecret: @escaping @Sendable () -> SecretLine
  ) {
    // Before ncurses, which leaves a signal alone that somebody handles already.
    guard let signals = try? TerminalSignals(and: [TerminalSignals.resized], for: .screen),
      let terminal = TerminalSignals.reading({ CursesTerminal(hasColours: hasColours) })
    else { return nil }
    self.signals = signals
    self.terminal = terminal
    screen = Screen(showing: scene, size: terminal.size, page: page, makeSecret: makeSecret)
  }

  /// Runs until the person leaves the screen; the terminal is as it was then.
  func run() async -> Screen.Ending {
    let keys = Readiness(of: .input)
    let news = Readiness(of: signals.descriptor)
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
private final class Readiness {
  let ticks: AsyncStream<Void>
  private let source: any DispatchSourceRead

  init(of descriptor: Descriptor) {
    let (ticks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.ticks = ticks
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: .main)
    source.setEventHandler { @Sendable in continuation.yield() }
    source.activate()
  }

  deinit {
    source.cancel()
  }
}
