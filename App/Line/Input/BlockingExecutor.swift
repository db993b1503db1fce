import Dispatch

/// A queue for an actor that makes blocking system calls, so that neither the main actor nor the
/// cooperative threads are blocked.
final class BlockingExecutor: SerialExecutor {
  /// The serial queue of the actor.
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
