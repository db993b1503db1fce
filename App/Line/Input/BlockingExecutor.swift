import Dispatch

/// A thread's worth of queue for an actor that waits in system calls, so that neither the main actor nor
/// the shared pool of threads waits with it.
final class BlockingExecutor: SerialExecutor {
  /// Where the actor's work is done, one thing after another.
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
