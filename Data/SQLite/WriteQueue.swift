internal import Domain
internal import GRDB
internal import Synchronization

/// Writes that wait for a store's writing connection, in its own thread. Those that arrive while it is busy are
/// committed together: syncing many takes as long as syncing one.
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

  private struct State {
    var members: [Member] = []
    /// Whether the next group will be committed anyway.
    var isScheduled = false
    /// The refusal that ended the queue; `nil` until then.
    var end: Refusal?
  }

  private let connection: DatabaseQueue
  private let largestGroup: Int
  private let commit: @Sendable ([Member], Database) -> Refusal?
  private let whenOutcomeIsUnknown: (@Sendable (Refusal) -> Void)?
  private let waiting = Mutex(State())

  /// Creates a queue for `connection` that passes at most `largestGroup` (1 or more) writes at a time to `commit`,
  /// which answers them and returns the refusal if it is not known whether they were saved.
  ///
  /// With `whenOutcomeIsUnknown`, the first such refusal ends the queue: it answers every later write.
  init(
    to connection: DatabaseQueue, largestGroup: Int,
    whenOutcomeIsUnknown: (@Sendable (Refusal) -> Void)?,
    commit: @escaping @Sendable ([Member], Database) -> Refusal?
  ) {
    self.whenOutcomeIsUnknown = whenOutcomeIsUnknown
    self.connection = connection
    self.largestGroup = largestGroup
    self.commit = commit
  }

  /// The number of waiting writes.
  var count: Int { waiting.withLock { $0.members.count } }

  /// Queues a write.
  func append(_ member: Member) {
    let (isScheduled, end) = waiting.withLock { waiting in
      if let end = waiting.end { return (true, Optional(end)) }
      defer { waiting.isScheduled = true }
      waiting.members.append(member)
      return (waiting.isScheduled, nil)
    }
    if let end { member.refuse(end) }
    if !isScheduled { schedule() }
  }

  /// Ends the queue. Waiting and later writes are not made, and get the same refusal.
  private func end(because refusal: Refusal) {
    let members = waiting.withLock { waiting in
      defer { waiting.members = [] }
      waiting.end = refusal
      return waiting.members
    }
    for member in members { member.refuse(refusal) }
  }

  /// Commits the next group when the connection is free. Its other users get their turn between two groups.
  private func schedule() {
    connection.asyncWriteWithoutTransaction { [self] database in
      let group = waiting.withLock { waiting in
        defer { waiting.members.removeFirst(min(largestGroup, waiting.members.count)) }
        return Array(waiting.members.prefix(largestGroup))
      }
      if let refusal = commit(group, database), let whenOutcomeIsUnknown {
        end(because: refusal)
        whenOutcomeIsUnknown(refusal)
      }
      let isScheduled = waiting.withLock { waiting in
        waiting.isScheduled = !waiting.members.isEmpty
        return waiting.isScheduled
      }
      if isScheduled { schedule() }
    }
  }
}
