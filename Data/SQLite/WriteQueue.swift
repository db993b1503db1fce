internal import Dispatch
internal import GRDB
internal import Synchronization

/// Writes that wait for a store's writing thread. Those that arrive while it is busy are committed
/// together: syncing many takes as long as syncing one.
final class WriteQueue: Sendable {
  /// A waiting write.
  struct Member: Sendable {
    /// The operation's name, for error messages.
    let name: String
    /// Does the write. The closure it returns is called after the commit and delivers the answer.
    let perform: @Sendable (Database) throws -> @Sendable () -> Void
    /// Answers that nothing was done, or that the outcome is unknown.
    let refuse: @Sendable (any Error) -> Void
  }

  private let thread: DispatchQueue
  private let largestGroup: Int
  private let waiting = Mutex<[Member]>([])

  /// Creates a queue for `thread` that commits at most `largestGroup` (1 or more) writes together.
  init(to thread: DispatchQueue, largestGroup: Int) {
    self.thread = thread
    self.largestGroup = largestGroup
  }

  /// The number of waiting writes.
  var count: Int { waiting.withLock { $0.count } }

  /// Queues a write; `commit` is called on the writing thread with the group that contains it.
  func append(_ member: Member, commit: @escaping @Sendable ([Member]) -> Void) {
    waiting.withLock { $0.append(member) }
    thread.async { [self] in
      let group = waiting.withLock { waiting in
        defer { waiting.removeFirst(min(largestGroup, waiting.count)) }
        return Array(waiting.prefix(largestGroup))
      }
      // An earlier group may have included this write.
      if !group.isEmpty { commit(group) }
    }
  }
}
