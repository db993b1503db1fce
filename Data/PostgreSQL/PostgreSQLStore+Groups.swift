internal import Domain

extension PostgreSQLStore {
  typealias Member = WriteQueue<PostgreSQLConnection>.Member

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

  /// Commits a group of writes, then answers them.
  static func commit(_ group: [Member], in lane: PostgreSQLLane) {
    do {
      let name = group.count == 1 ? group[0].name : "commit \(group.count) changes"
      let isLong = group.contains { $0.counter == nil }
      let answers = try lane.repeating { connection in
        try connection.writing(name, upTo: isLong ? longPatience : nil) {
          guard group.count > 1 else { return try group.map { try $0.perform(connection) } }
          return try performed(group, in: connection)
        }
      }
      answers.forEach { $0() }
    } catch {
      group.forEach { $0.refuse(error) }
    }
  }

  /// Does the writes of a group and returns their answers. They share what they know; if the server
  /// refuses a statement, they are done one by one.
  private static func performed(_ group: [Member], in connection: PostgreSQLConnection) throws
    -> [@Sendable () -> Void]
  {
    do {
      return try connection.savepoint {
        try connection.grouping {
          try group.map { member in
            let before = connection.writes
            do {
              return try member.perform(connection)
            } catch let refusal as Refusal where connection.writes == before {
              return { member.refuse(refusal) }
            }
          }
        }
      }
    } catch let error as PostgreSQLError where !error.isOfOneMember {
      throw error
    } catch {
      return try group.map { try performed($0, in: connection) }
    }
  }

  /// Does one write of a group and returns its answer. A refusal does not affect the others.
  private static func performed(_ member: Member, in connection: PostgreSQLConnection) throws
    -> @Sendable () -> Void
  {
    var attempts = PostgreSQLAttempts()
    while true {
      do {
        return try connection.savepoint { try member.perform(connection) }
      } catch let error as PostgreSQLError
        where !error.isOfOneMember
      {
        throw error
      } catch {
        // Another transaction's row is found at once, because each statement sees what is saved.
        guard attempts.isNextUseful(after: error) else { return { member.refuse(error) } }
      }
    }
  }
}
