import CLineEditor
import Foundation
import Synchronization

/// Signals that come through a pipe, because next to nothing may be done in a handler.
///
/// A dispatch source hears a signal only while it is ignored or blocked, and programs that are started inherit that.
final class SignalPipe: Sendable {
  /// Who reads the pipe. A handler has no context, so there is one pipe for each in the program.
  enum Reader {
    case ending, terminal, screen
  }

  /// What can be read when a signal has come.
  let reader: Descriptor
  private let writer: Descriptor
  private let purpose: Reader
  private let signals: [Int32]

  /// Takes the signals, until this object is gone.
  init(_ signals: [Int32], for purpose: Reader) throws(SystemFault) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFault.last }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reader = Descriptor(number: ends[0])
    writer = Descriptor(number: ends[1])
    self.purpose = purpose
    self.signals = signals
    purpose.store(writer)
    for signal in signals {
      let previous = purpose.take(signal)
      actionsBefore.withLock { $0[signal, default: []].append(previous) }
    }
  }

  deinit {
    for signal in signals {
      let previous = actionsBefore.withLock { $0[signal]?.popLast() }
      if let previous { giveBack(signal, to: previous) }
    }
    purpose.store(Descriptor(number: -1))
    close(reader.number)
    close(writer.number)
  }

  /// The signals that have come since this was asked last, in their order. Never waits.
  func arrived() -> [Int32] {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      let count = Foundation.read(reader.number, bytes.baseAddress, bytes.count)
      return bytes.prefix(max(count, 0)).map(Int32.init)
    }
  }

  /// The next signal, once it comes.
  func next() -> Int32 {
    while true {
      var request = pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0)
      var signal: UInt8 = 0
      _ = poll(&request, 1, -1)
      if Foundation.read(reader.number, &signal, 1) == 1 { return Int32(signal) }
    }
  }

  /// Lets the signal do what it did before the program took it; that ends or stops the program, as a rule.
  func deliver(_ signal: Int32) {
    guard let action = actionsBefore.withLock({ $0[signal]?.first }) else { return }
    giveBack(signal, to: action)
    Self.unblocking([signal]) { _ = raise(signal) }
    _ = purpose.take(signal)
  }

  /// Does something in a thread that does not block these signals, as those of a dispatch queue do.
  static func unblocking<Result, Fault: Error>(
    _ signals: [Int32], _ body: () throws(Fault) -> Result
  ) throws(Fault) -> Result {
    var mask = sigset_t()
    var previous = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_UNBLOCK, &mask, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    return try body()
  }

  private func giveBack(_ signal: Int32, to action: sigaction) {
    var action = action
    sigaction(signal, &action, nil)
  }
}

extension SignalPipe.Reader {
  fileprivate func store(_ writer: Descriptor) {
    switch self {
    case .ending: writerOfEndings.store(writer.number, ordering: .releasing)
    case .terminal: writerOfTerminal.store(writer.number, ordering: .releasing)
    case .screen: writerOfScreen.store(writer.number, ordering: .releasing)
    }
  }

  /// Puts the handler in the place of what it returns.
  fileprivate func take(_ signal: Int32) -> sigaction {
    var previous = sigaction()
    switch self {
    case .ending: terminal_signal_take(signal, { pass($0, to: writerOfEndings) }, &previous)
    case .terminal: terminal_signal_take(signal, { pass($0, to: writerOfTerminal) }, &previous)
    case .screen: terminal_signal_take(signal, { pass($0, to: writerOfScreen) }, &previous)
    }
    return previous
  }
}

/// What each signal did before it was taken, once for each pipe that took it: the screen takes signals that the
/// line has taken already. The first is what the signal did when the program was started.
private let actionsBefore = Mutex<[Int32: [sigaction]]>([:])

private let writerOfEndings = Atomic<Int32>(-1)
private let writerOfTerminal = Atomic<Int32>(-1)
private let writerOfScreen = Atomic<Int32>(-1)

private func pass(_ signal: Int32, to writer: borrowing Atomic<Int32>) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  // A full pipe has signals enough to tell.
  _ = Foundation.write(writer.load(ordering: .acquiring), &byte, 1)
  errno = code
}
