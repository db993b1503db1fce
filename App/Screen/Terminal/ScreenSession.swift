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
    flow: Flow, page: Page, hasColours: Bool, makeSecret: @escaping @Sendable () -> SecretLine
  ) {
    // Before ncurses, which leaves a signal alone that somebody handles already.
    guard let signals = try? TerminalSignals(and: [TerminalSignals.resized]) else { return nil }
    signals.begin()
    guard let terminal = signals.unblocked({ CursesTerminal(hasColours: hasColours) }) else {
      signals.end()
      return nil
    }
    self.signals = signals
    self.terminal = terminal
    screen = Screen(flow: flow, size: terminal.size, page: page, makeSecret: makeSecret)
  }

  /// Runs until the person leaves the screen; the terminal is as it was then.
  func run() async -> Screen.Ending {
    let keys = Readiness(of: .input)
    let news = Readiness(of: signals.arrivals)
    let reading = [
      Task { for await _ in keys.ticks { readKeys() } },
      Task { for await _ in news.ticks { readSignals() } },
    ]
    defer {
      reading.forEach { $0.cancel() }
      terminal.close()
      signals.end()
    }
    screen.send([])
    for await frame in Observations({ [weak screen] in screen?.frame }) {
      guard let frame else { break }
      terminal.show(frame)
    }
    return screen.ending ?? .quit
  }

  private func readKeys() {
    var isEmpty = true
    while let key = terminal.nextKey() {
      isEmpty = false
      screen.send([key])
    }
    if screen.isTyping { terminal.forgetKeys() }
    // Readable without a key: nobody is there any more.
    if isEmpty, Descriptor.input.isHungUp { screen.send([.endOfInput]) }
  }

  private func readSignals() {
    signals.handle(leave: { terminal.leave() }) { signal in
      if signal != TerminalSignals.resized { terminal.enter() }
      terminal.fit()
      screen.size = terminal.size
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
