internal import Domain
internal import Synchronization

/// Writes that wait for what another client holds, or change whole histories. They have connections
/// of their own, so that the writes of others go on meanwhile.
final class PostgreSQLAsides: Sendable {
  typealias Member = PostgreSQLStore.Member

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
            for member in group { Self.commit(member, in: lane, patience: patience) }
            announcements.send(through: lane)
            return nil
          }
        }
      }
    }
  }

  /// Queues a write where the fewest wait.
  func append(_ member: Member) {
    let index = loads.withLock { loads in
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[index] += 1
      return index
    }
    @Sendable func finish() { loads.withLock { $0[index] -= 1 } }
    queues[index].append(
      Member(
        name: member.name, extent: member.extent, beginning: member.beginning,
        perform: { connection in
          let answer = try member.perform(connection)
          return {
            finish()
            answer()
          }
        },
        refuse: { error in
          finish()
          member.refuse(error)
        }))
  }

  private static func commit(_ member: Member, in lane: PostgreSQLLane, patience: Duration) {
    let isLong = member.extent == .histories
    let deadline = isLong ? .now + patience : member.beginning + patience
    do {
      let answer = try lane.repeating(until: deadline) { connection in
        try connection.writing(
          member.name, upTo: isLong ? PostgreSQLStore.longPatience : nil
        ) {
          if !isLong { try connection.waitForLocks(upTo: (deadline - .now) * 9 / 10) }
          return try member.perform(connection)
        }
      }
      answer()
    } catch {
      member.refuse(error)
    }
  }
}
