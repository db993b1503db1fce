import NIOCore

/// Runs a connection's tasks in the thread that reads and writes its socket, so that an answer does not have
/// to wait until one thread has woken another.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
