internal import Domain
internal import Synchronization

extension PostgreSQLStore {
  typealias Write = WriteQueue<PostgreSQLConnection>.Write

  /// Takes the changes of counts that wait at the front, at most `largestGroup`, ordered by counter:
  /// two processes that locked counters in different orders would wait for each other. Every other
  /// write is alone.
  static func taking(_ largestGroup: Int) -> WriteQueue<PostgreSQLConnection>.Taking {
    { members in
      let changes = members.prefix(largestGroup).prefix { $0.counter != nil }
      let group = changes.isEmpty ? Array(members.prefix(1)) : Array(changes)
      members.removeFirst(group.count)
      return group.enumerated().sorted {
        ($0.element.counter ?? 0, $0.offset) < ($1.element.counter ?? 0, $1.offset)
      }.map(\.element)
    }
  }

  /// Commits a group of writes, then answers them. What has to wait longer than the others can is
  /// handed to `aside`.
  static func commit(
    _ group: [Write], in lane: PostgreSQLLane, patience: Duration,
    aside: @escaping @Sendable (Write) -> Void
  ) {
    if group.count == 1, let write = group.first {
      return commit(write, in: lane, patience, aside)
    }
    do {
      let answers = try lane.repeating(until: .now + patience) { connection in
        try connection.writing("commit \(group.count) changes") {
          try performed(group, in: connection, aside: aside)
        }
      }
      answers.forEach { $0() }
    } catch {
      group.forEach { $0.refuse(error) }
    }
  }

  /// Commits one write, then answers it.
  private static func commit(
    _ write: Write, in lane: PostgreSQLLane, _ patience: Duration,
    _ aside: @Sendable (Write) -> Void
  ) {
    guard write.extent != .histories else { return aside(write) }
    do {
      // Others wait until it is done.
      let answer = try lane.repeating(
        until: .now + patience / 5, committingUntil: .now + patience
      ) { connection in
        try connection.writing(write.name) { try write.perform(connection) }
      }
      answer()
    } catch let error as PostgreSQLError where error.isOfWait {
      aside(write)
    } catch {
      write.refuse(error)
    }
  }

  /// Does the writes of a group and returns their answers. They share what they know; if the server
  /// refuses a statement, they are done one by one.
  private static func performed(
    _ group: [Write], in connection: PostgreSQLConnection,
    aside: @escaping @Sendable (Write) -> Void
  ) throws -> [@Sendable () -> Void] {
    do {
      return try connection.savepoint {
        try connection.grouping {
          try group.map { write in
            let before = connection.writes
            do {
              return try write.perform(connection)
            } catch let refusal as Refusal where connection.writes == before {
              return { write.refuse(refusal) }
            }
          }
        }
      }
    } catch let error as PostgreSQLError where !error.isOfOneWrite {
      throw error
    } catch {
      // Many may wait for rows that others hold, and all of them were waited for once.
      try connection.waitForLocks(upTo: .milliseconds(10))
      return try group.map { try performed($0, in: connection, aside: aside) }
    }
  }

  /// Does one write of a group and returns its answer. A refusal does not affect the others.
  private static func performed(
    _ write: Write, in connection: PostgreSQLConnection,
    aside: @escaping @Sendable (Write) -> Void
  ) throws -> @Sendable () -> Void {
    var attempts = PostgreSQLAttempts()
    while true {
      do {
        return try connection.savepoint { try write.perform(connection) }
      } catch let error as PostgreSQLError where error.isOfLock {
        // Only this one: a stranger's change of the same counter waits for nothing.
        return { aside(write) }
      } catch let error as PostgreSQLError
        where !error.isOfOneWrite
      {
        throw error
      } catch {
        // Another transaction's row is found at once, because each statement sees what is saved.
        guard attempts.isNextUseful(after: error) else { return { write.refuse(error) } }
      }
    }
  }
}

/// Writes that wait for what another client holds, or change whole histories. They have connections
/// of their own, so that the writes of others go on meanwhile.
final class PostgreSQLAsides: Sendable {
  typealias Write = PostgreSQLStore.Write

  private let queues: [WriteQueue<PostgreSQLConnection>]
  /// How many writes each queue has to do.
  private let loads: Mutex<[Int]>

  /// Creates queues without writes.
  ///
  /// - Parameters:
  ///   - lanes: the connections, with a thread each.
  ///   - patience: how long a write may take from its beginning, in the store's thread too.
  ///   - announcements: tells others that something was committed.
  init(in lanes: [PostgreSQLLane], patience: Duration, announcements: PostgreSQLAnnouncements) {
    loads = Mutex(Array(repeating: 0, count: lanes.count))
    queues = lanes.map { lane in
      WriteQueue(take: WriteQueue.first(1), whenOutcomeIsUnknown: nil) { next in
        lane.schedule {
          next { group in
            for write in group { Self.commit(write, in: lane, patience: patience) }
            announcements.send(through: lane)
            return nil
          }
        }
      }
    }
  }

  /// Queues a write where the fewest wait.
  func append(_ write: Write) {
    let index = loads.withLock { $0.addToLeast() }
    @Sendable func finish() { loads.withLock { $0[index] -= 1 } }
    queues[index].append(
      Write(
        name: write.name, extent: write.extent, beginning: write.beginning,
        perform: { connection in
          let answer = try write.perform(connection)
          return {
            finish()
            answer()
          }
        },
        refuse: { error in
          finish()
          write.refuse(error)
        }))
  }

  private static func commit(_ write: Write, in lane: PostgreSQLLane, patience: Duration) {
    let isLong = write.extent == .histories
    let deadline = isLong ? .now + patience : write.beginning + patience
    do {
      let answer = try lane.repeating(until: deadline) { connection in
        try connection.writing(
          write.name, upTo: isLong ? PostgreSQLStore.longPatience : nil
        ) {
          if !isLong { try connection.waitForLocks(upTo: (deadline - .now) * 9 / 10) }
          return try write.perform(connection)
        }
      }
      answer()
    } catch {
      write.refuse(error)
    }
  }
}
