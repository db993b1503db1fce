import CLineEditor
import Foundation
import Synchronization

/// Restores the terminal when a signal reports a bug in the program. Otherwise echo would stay off,
/// and the shell would read the rest of a password.
enum CrashSignals {
  /// Saves the terminal's present mode for that, if the input is a terminal.
  static func take() {
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
  Foundation.signal(signal, SIG_DFL)
  raise(signal)
}
