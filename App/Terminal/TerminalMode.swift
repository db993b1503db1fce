import CTerminal
import Platform
import Synchronization

/// The mode of the terminal, which is shared by the whole program.
///
/// From the first question on, echo is off and only the editor shows typed text. Otherwise a
/// password typed before its prompt would be visible, and a Ctrl-D between two prompts lost. The
/// original mode is restored whenever the program ends or stops.
package enum TerminalMode {
  private static let found = Mutex<(terminal: Descriptor, mode: termios)?>(nil)

  /// Saves the terminal's mode for restoring it, unless Tally itself has set that mode.
  package static func keep(_ terminal: Descriptor) throws(SystemError) {
    let mode = try terminal.terminalMode()
    found.withLock { found in
      let isTallys = found?.terminal == terminal && mode.c_lflag & tcflag_t(ICANON) == 0
      if !isTallys { found = (terminal, mode) }
    }
  }

  /// Restores the saved mode.
  package static func restore() {
    found.withLock { if let found = $0 { found.terminal.setTerminalMode(found.mode) } }
  }

  /// Turns off echo and line editing; keys that interrupt or stop still work.
  package static func hush() {
    found.withLock {
      guard let found = $0 else { return }
      var mode = found.mode
      terminal_mode_hush(&mode)
      found.terminal.setTerminalMode(mode)
    }
  }

  /// The mode for typing a password: without echo, line editing and the key that interrupts.
  package static func hiding(_ shown: termios) -> termios {
    var mode = shown
    terminal_mode_hide(&mode)
    return mode
  }

  /// Restores the saved mode for good.
  package static func giveUp() {
    restore()
    found.withLock { $0 = nil }
  }

  /// Restores the terminal's present mode, if the input is one, when a signal reports a bug in the
  /// program. Otherwise echo would stay off, and the shell would read the rest of a password.
  package static func restoreAfterCrash() {
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

extension Descriptor {
  /// The terminal's mode.
  ///
  /// - Throws: the system's error, also when it is no terminal.
  package func terminalMode() throws(SystemError) -> termios {
    var mode = termios()
    guard tcgetattr(number, &mode) == 0 else { throw SystemError.last }
    return mode
  }

  /// Sets the mode, unless another program is using the terminal.
  package func setTerminalMode(_ mode: termios) {
    let foreground = tcgetpgrp(number)
    guard foreground <= 0 || foreground == getpgrp() else { return }
    var mode = mode
    while tcsetattr(number, TCSANOW, &mode) != 0, errno == EINTR {}
  }
}
