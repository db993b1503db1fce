import Platform

/// Handles signals that stop or continue the program, so that the shell gets the terminal in its
/// mode.
///
/// A handler passes them to the thread that reads the terminal. That thread restores the terminal
/// before the signal's original action, so only one thread changes the mode.
package final class TerminalSignals: Sendable {
  /// The size of the window has changed.
  package static let resized = SIGWINCH

  private let signals: SignalPipe

  /// Handles the stop and continue signals and `others` until this object is freed.
  package init(and others: [Int32] = [], for reader: SignalPipe.Reader = .terminal)
    throws(SystemError)
  {
    signals = try SignalPipe([SIGTSTP, SIGCONT] + others, for: reader)
  }

  /// Readable when a signal has arrived.
  package var descriptor: Descriptor { signals.reader }

  /// Reads the terminal on a thread that does not block signals. Otherwise a background program
  /// would get an error instead of being stopped.
  package static func reading<Result, Fault: Error>(_ body: () throws(Fault) -> Result)
    throws(Fault)
    -> Result
  {
    try SignalPipe.unblocking([SIGTTIN, SIGTTOU], body)
  }

  /// The next byte of `terminal`, or `nil` at its end.
  ///
  /// `leave` restores the terminal before a signal takes effect; `enter` prepares it again
  /// afterwards.
  package func nextByte(
    of terminal: Descriptor, leave: () -> Void, enter: () -> Void
  ) throws(SystemError) -> UInt8? {
    while true {
      var requests = [terminal, signals.reader].map {
        pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&requests, 2, -1) >= 0 || errno == EINTR else { throw SystemError.last }
      if requests[1].revents != 0 {
        handle(leave: leave, enter: enter)
      } else if requests[0].revents != 0 {
        return try terminal.readByte()
      }
    }
  }

  /// Performs the actions of the arrived signals.
  package func handle(leave: () -> Void, enter: () -> Void) {
    var waiting = signals.arrived()
    while !waiting.isEmpty {
      let signal = waiting.removeFirst()
      if signal == SIGTSTP {
        leave()
        signals.deliver(signal)
        // The continue signal itself needs no action.
        waiting = (waiting + signals.arrived()).filter { $0 != SIGCONT }
      }
      enter()
    }
  }
}
