import Foundation

/// Signals that stop a program or continue it, which must find the terminal as the shell wants it.
///
/// A handler passes them to the thread that reads the terminal, and that thread gives the terminal back
/// before the signal does what it always did. So a mode is changed by one thread alone.
final class TerminalSignals: Sendable {
  /// The window has another size.
  static let resized = SIGWINCH

  private let signals: SignalPipe

  /// Takes what stops the program, what continues it, and `others`, until this object is gone.
  init(and others: [Int32] = [], for reader: SignalPipe.Reader = .terminal) throws(SystemFault) {
    signals = try SignalPipe([SIGTSTP, SIGCONT] + others, for: reader)
  }

  /// What can be read when a signal has come.
  var descriptor: Descriptor { signals.reader }

  /// Reads the terminal in a thread where a program in the background is stopped, as it should be; it
  /// would read an error in a thread that blocks the signal.
  static func reading<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault)
    -> Result
  {
    try SignalPipe.unblocking([SIGTTIN, SIGTTOU], body)
  }

  /// The next byte of `terminal`, or nothing at its end.
  ///
  /// Before a signal has its effect, `leave` gives the terminal back; when the program goes on, `enter`
  /// takes it again.
  func nextByte(
    of terminal: Descriptor, leave: () -> Void, enter: () -> Void
  ) throws(SystemFault) -> UInt8? {
    while true {
      var requests = [terminal, signals.reader].map {
        pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&requests, 2, -1) >= 0 || errno == EINTR else { throw SystemFault.last }
      if requests[1].revents != 0 {
        handle(leave: leave, enter: enter)
      } else if requests[0].revents != 0 {
        return try terminal.readByte()
      }
    }
  }

  /// Lets what has come have its effect.
  func handle(leave: () -> Void, enter: () -> Void) {
    var waiting = signals.arrived()
    while !waiting.isEmpty {
      let signal = waiting.removeFirst()
      if signal == SIGTSTP {
        leave()
        signals.deliver(signal)
        // What continued the program is no news once it goes on.
        waiting = (waiting + signals.arrived()).filter { $0 != SIGCONT }
      }
      enter()
    }
  }
}
