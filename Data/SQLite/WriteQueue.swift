internal import Dispatch
internal import GRDB
internal import Synchronization

/// Writes that wait for a store's writing thread. All that have arrived once it is free are committed together:
/// the disk takes as long to keep many as to keep one.
final class WriteQueue: Sendable {
  /// A write that somebody waits for.
  struct Member: Sendable {
    /// What is done, for whoever asks why it was refused.
    let name: String
    /// Does the write. What it returns is called once that is committed, and gives the answer.
    let perform: @Sendable (Database) throws -> @Sendable () -> Void
    /// Answers that nothing was done, or that nobody knows.
    let refuse: @Sendable (any Error) -> Void
  }

  private let thread: DispatchQueue
  private let largestGroup: Int
  private let waiting = Mutex<[Member]>([])

  /// A queue for `thread`, which commits at most `largestGroup` (1 or more) writes together.
  init(to thread: DispatchQueue, largestGroup: Int) {
    self.thread = thread
    self.largestGroup = largestGroup
  }

  /// How many are waiting.
  var count: Int { waiting.withLock { $0.count } }

  /// Has a write wait for its turn; `commit` is called in the writing thread with the group that it is in.
  func append(_ member: Member, commit: @escaping @Sendable ([Member]) -> Void) {
    waiting.withLock { $0.append(member) }
    thread.async { [self] in
      let group = waiting.withLock { waiting in
        defer { waiting.removeFirst(min(largestGroup, waiting.count)) }
        return Array(waiting.prefix(largestGroup))
      }
      // Another group may have taken this one's along.
      if !group.isEmpty { commit(group) }
    }
  }
}
