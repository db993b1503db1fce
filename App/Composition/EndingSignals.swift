import Data
import Dispatch
import Platform
import Synchronization
import Terminal

/// Cleans up when a signal ends the program.
package enum EndingSignals {
  private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
  /// The time limit for cleaning up.
  private static let patience = DispatchTimeInterval.seconds(2)

  private static let cleanUp = Mutex<(@Sendable () async -> Void)?>(nil)
  private static let isEnding = Atomic(false)

  /// Starts to watch for the signals; one that is ignored (`nohup`) stays ignored.
  ///
  /// - Throws: `SystemError` when the system cannot create a pipe.
  package static func take() throws(SystemError) {
    let pipe = try SignalPipe(signals, for: .ending)
    DispatchQueue(label: "tally.signals").async {
      while true { end(by: pipe.next(), of: pipe) }
    }
  }

  /// Sets the work to do before the end.
  package static func prepare(_ work: @escaping @Sendable () async -> Void) {
    cleanUp.withLock { $0 = work }
  }

  /// Waits if a signal is about to end the program, so that the exit status is the signal's.
  static func giveWay() async {
    while isEnding.load(ordering: .acquiring) { try? await Task.sleep(for: .milliseconds(1)) }
  }

  /// Ends the program by SIGPIPE, as usual for a closed reader, after cleaning up.
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
    // Reached only when the signal's original action does not end the program.
    isEnding.store(false, ordering: .releasing)
  }
}
