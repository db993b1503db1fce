import CTerminal
import Platform
import Synchronization

/// Receives signals through a pipe, because a signal handler may do almost nothing.
///
/// A dispatch source needs the signal ignored or blocked, which child processes would inherit.
package final class SignalPipe: Sendable {
  /// The reader of a pipe. A handler has no context, so each reader has one global pipe.
  package enum Reader {
    case ending, terminal, screen
  }

  /// Readable when a signal has arrived.
  let reader: Descriptor
  private let writer: Descriptor
  private let purpose: Reader
  private let signals: [Int32]

  /// Handles the signals until this object is freed.
  package init(_ signals: [Int32], for purpose: Reader) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError.last }
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

  /// The signals that arrived since the last call, in order. Never waits.
  func arrived() -> [Int32] {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      let count = Platform.read(reader.number, bytes.baseAddress, bytes.count)
      return bytes.prefix(max(count, 0)).map(Int32.init)
    }
  }

  /// Waits for the next signal.
  package func next() -> Int32 {
    while true {
      var request = pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0)
      var signal: UInt8 = 0
      _ = poll(&request, 1, -1)
      if Platform.read(reader.number, &signal, 1) == 1 { return Int32(signal) }
    }
  }

  /// Performs the signal's original action, which usually ends or stops the program.
  package func deliver(_ signal: Int32) {
    guard let action = actionsBefore.withLock({ $0[signal]?.first }) else { return }
    giveBack(signal, to: action)
    Self.unblocking([signal]) { _ = raise(signal) }
    _ = purpose.take(signal)
  }

  /// Runs `body` on a thread that does not block these signals, unlike those of a dispatch queue.
  package static func unblocking<Result, Fault: Error>(
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

  /// Installs the handler and returns the previous action.
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

/// The earlier actions of each signal, one per pipe that handles it: the screen handles signals
/// that the line handles too. The first is the action at the program's start.
private let actionsBefore = Mutex<[Int32: [sigaction]]>([:])

private let writerOfEndings = Atomic<Int32>(-1)
private let writerOfTerminal = Atomic<Int32>(-1)
private let writerOfScreen = Atomic<Int32>(-1)

private func pass(_ signal: Int32, to writer: borrowing Atomic<Int32>) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  // If the pipe is full, enough signals are waiting.
  _ = Platform.write(writer.load(ordering: .acquiring), &byte, 1)
  errno = code
}
