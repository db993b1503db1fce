import CLineEditor
import Foundation
import Synchronization

/// The mode of the terminal, of which a program has one.
///
/// From the first question on, the terminal shows nothing of what is typed but what the editor shows: a
/// password that comes before its prompt would be seen otherwise, and a Ctrl-D between two prompts lost.
/// However the program ends or stops, the terminal is as it was found.
enum TerminalMode {
  private static let found = Mutex<(terminal: Descriptor, mode: termios)?>(nil)

  /// Keeps in mind how the terminal is now, to restore it; what Tally itself has made of it does not count.
  static func keep(_ terminal: Descriptor) throws(SystemFault) {
    let mode = try terminal.terminalMode()
    found.withLock { found in
      let isTallys = found?.terminal == terminal && mode.c_lflag & tcflag_t(ICANON) == 0
      if !isTallys { found = (terminal, mode) }
    }
  }

  /// Makes the terminal as it was found.
  static func restore() {
    found.withLock { if let found = $0 { found.terminal.setTerminalMode(found.mode) } }
  }

  /// Lets what is typed wait unseen; only what interrupts or stops the program has its effect.
  static func hush() {
    found.withLock {
      guard let found = $0 else { return }
      var mode = found.mode
      terminal_mode_hush(&mode)
      found.terminal.setTerminalMode(mode)
    }
  }

  /// Makes the terminal as it was found, and leaves it at that.
  static func giveUp() {
    restore()
    found.withLock { $0 = nil }
  }
}

extension Descriptor {
  func terminalMode() throws(SystemFault) -> termios {
    var mode = termios()
    guard tcgetattr(number, &mode) == 0 else { throw SystemFault.last }
    return mode
  }

  /// Sets the mode, unless the terminal is another program's just now.
  func setTerminalMode(_ mode: termios) {
    let foreground = tcgetpgrp(number)
    guard foreground <= 0 || foreground == getpgrp() else { return }
    var mode = mode
    while tcsetattr(number, TCSANOW, &mode) != 0, errno == EINTR {}
  }
}
