import Dispatch
import Testing

/// Runs each test in threads of its own. A store that works in its caller's thread may block it for
/// seconds, and all tests together have as few threads as the machine has cores.
struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor()) { try await body() }
  }
}

extension Trait where Self == OwnThreads {
  /// Each test in threads of its own.
  static var inOwnThreads: Self { Self() }
}

private final class ThreadExecutor: TaskExecutor {
  private let threads = DispatchQueue(label: "test.threads", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
