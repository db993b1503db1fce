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
