import CLineEditor
import Foundation
import Synchronization

/// Signals that end the program because it has a fault. A terminal that shows nothing of what is typed
/// would be left behind, and the half of a password would go to the shell.
enum CrashSignals {
  /// Has the terminal given back as it is now, if the input is one.
  static func take() {
    let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    mode.initialize(to: termios())
    guard tcgetattr(STDIN_FILENO, mode) == 0 else { return mode.deallocate() }
    // Nobody frees it: a program can crash until its last moment.
    modeToRestore.store(UInt(bitPattern: mode), ordering: .releasing)
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] {
      var previous = sigaction()
      terminal_signal_take(signal, restoreAndEnd, &previous)
    }
  }
}

/// The address of the mode: a handler has no context, so what it needs is the program's.
private let modeToRestore = Atomic<UInt>(0)

/// Calls only what may be called in a handler. The signal ends the program once this returns.
private func restoreAndEnd(_ signal: Int32) {
  let mode = UnsafePointer<termios>(bitPattern: modeToRestore.load(ordering: .acquiring))
  if tcgetpgrp(STDIN_FILENO) == getpgrp(), let mode {
    tcflush(STDIN_FILENO, TCIFLUSH)
    tcsetattr(STDIN_FILENO, TCSANOW, mode)
  }
  Foundation.signal(signal, SIG_DFL)
  raise(signal)
}
