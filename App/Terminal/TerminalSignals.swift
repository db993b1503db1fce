import CTerminal
import Platform
import Synchronization

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

/// Restores the terminal when a signal reports a bug in the program. Otherwise echo would stay off,
/// and the shell would read the rest of a password.
package enum CrashSignals {
  /// Saves the terminal's present mode for that, if the input is a terminal.
  package static func take() {
    let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    mode.initialize(to: termios())
    guard tcgetattr(STDIN_FILENO, mode) == 0 else { return mode.deallocate() }
    // Never freed, because the program may crash at any time.
    modeToRestore.store(UInt(bitPattern: mode), ordering: .releasing)
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] {
      var previous = sigaction()
      terminal_signal_take(signal, restoreAndEnd, &previous)
    }
  }
}

/// The address of the saved mode, global because a signal handler has no context.
private let modeToRestore = Atomic<UInt>(0)

/// Calls only functions allowed in a signal handler. The signal ends the program afterwards.
private func restoreAndEnd(_ signal: Int32) {
  let mode = UnsafePointer<termios>(bitPattern: modeToRestore.load(ordering: .acquiring))
  if tcgetpgrp(STDIN_FILENO) == getpgrp(), let mode {
    tcflush(STDIN_FILENO, TCIFLUSH)
    tcsetattr(STDIN_FILENO, TCSANOW, mode)
  }
  Platform.signal(signal, SIG_DFL)
  raise(signal)
}
