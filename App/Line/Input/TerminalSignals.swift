import CLineEditor
import Foundation
import Synchronization

/// Signals that would leave a terminal in a mode that nobody can type in.
///
/// While they are taken, a handler passes them through a pipe to the thread that reads the terminal,
/// and that thread gives the terminal back before the signal does what it always did. So nothing
/// but `write` runs in a handler, and a mode is changed by one thread alone.
final class TerminalSignals {
  private let signals: [Int32]
  private var previous: [sigaction]
  private let reader: Descriptor
  private let writer: Descriptor
  private var threadMask = sigset_t()

  /// Takes what ends or stops the program, what continues it, and `others`.
  init(and others: [Int32] = []) throws(SystemFault) {
    signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT] + others
    previous = signals.map { _ in sigaction() }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFault.last }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reader = Descriptor(number: ends[0])
    writer = Descriptor(number: ends[1])
  }

  deinit {
    close(reader.number)
    close(writer.number)
  }

  /// Takes the signals while `body` runs, which ends with the terminal as it found it.
  func whileTaken<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault)
    -> Result
  {
    pipeOfHandler.store(writer.number, ordering: .releasing)
    unblock()
    for index in signals.indices { take(index) }
    defer {
      for index in signals.indices { sigaction(signals[index], &previous[index], nil) }
      arrived().filter { !Self.isHarmless($0) }.forEach { raise($0) }
      pthread_sigmask(SIG_SETMASK, &threadMask, nil)
      pipeOfHandler.store(-1, ordering: .releasing)
    }
    return try body()
  }

  /// The next byte of `terminal`, or nothing at its end.
  ///
  /// Before a signal has its effect, `leave` gives the terminal back; if the program goes on, `enter`
  /// takes it again.
  func nextByte(
    of terminal: Descriptor, leave: () -> Void, enter: (_ signal: Int32) -> Void
  ) throws(SystemFault) -> UInt8? {
    while true {
      var requests = [terminal, reader].map {
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

  private func handle(leave: () -> Void, enter: (Int32) -> Void) {
    var waiting = arrived()
    while !waiting.isEmpty {
      let signal = waiting.removeFirst()
      if !Self.isHarmless(signal) {
        leave()
        deliver(signal)
        // What continued the program is no news once it goes on.
        waiting = (waiting + arrived()).filter { $0 != SIGCONT }
      }
      enter(signal)
    }
  }

  /// Lets the signal do what it did before; it ends or stops the program here, as a rule.
  private func deliver(_ signal: Int32) {
    guard let index = signals.firstIndex(of: signal) else { return }
    sigaction(signal, &previous[index], nil)
    raise(signal)
    take(index)
  }

  private func take(_ index: Int) {
    terminal_signal_take(signals[index], passToReader, &previous[index])
  }

  /// Threads of a dispatch queue block every signal; then a program in the background would read an
  /// error instead of being stopped.
  private func unblock() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals + [SIGTTIN, SIGTTOU] { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_UNBLOCK, &mask, &threadMask)
  }

  private func arrived() -> [Int32] {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      let count = Foundation.read(reader.number, bytes.baseAddress, bytes.count)
      return bytes.prefix(max(count, 0)).map(Int32.init)
    }
  }

  private static func isHarmless(_ signal: Int32) -> Bool {
    signal == SIGCONT || signal == SIGWINCH
  }
}

/// A handler has no context, so where it writes to is the program's; there is one terminal.
private let pipeOfHandler = Atomic<Int32>(-1)

private func passToReader(_ signal: Int32) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  // A full pipe has signals enough to tell.
  _ = Foundation.write(pipeOfHandler.load(ordering: .acquiring), &byte, 1)
  errno = code
}
