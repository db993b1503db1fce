import Data
import Dispatch
import Foundation
import Synchronization

/// Signals that end the program, which tidies up first.
enum EndingSignals {
  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
  /// What is put in order may take so long.
  private static let patience = DispatchTimeInterval.seconds(2)

  private static let cleanUp = Mutex<(@Sendable () async -> Void)?>(nil)
  private static let isEnding = Atomic(false)

  /// Begins to watch for the signals; one that is ignored (`nohup`) stays so.
  ///
  /// - Throws: `SystemFault` when the system has no pipe left.
  static func take() throws(SystemFault) {
    let pipe = try SignalPipe(signals, for: .ending)
    Thread.detachNewThread {
      while true { end(by: pipe.next(), of: pipe) }
    }
  }

  /// Sets what is done before the end, if it comes.
  static func prepare(_ work: @escaping @Sendable () async -> Void) {
    cleanUp.withLock { $0 = work }
  }

  /// Waits where the program is about to be ended anyway, so that it ends by the signal.
  static func giveWay() async {
    while isEnding.load(ordering: .acquiring) { try? await Task.sleep(for: .milliseconds(1)) }
  }

  /// Ends the program as a write ends others that nobody reads any more, once all is in order.
  static func endByBrokenPipe() {
    TerminalMode.restore()
    signal(SIGPIPE, SIG_DFL)
    SignalPipe.unblocking([SIGPIPE]) { _ = raise(SIGPIPE) }
  }

  private static func end(by signal: Int32, of pipe: SignalPipe) {
    isEnding.store(true, ordering: .releasing)
    if let work = cleanUp.withLock({ $0 }) {
      let done = DispatchSemaphore(value: 0)
      Task {
        await work()
        done.signal()
      }
      _ = done.wait(timeout: .now() + patience)
    }
    OutputFile.removeUnfinished()
    TerminalMode.restore()
    pipe.deliver(signal)
    // Whoever started the program had another use for the signal.
    isEnding.store(false, ordering: .releasing)
  }
}
