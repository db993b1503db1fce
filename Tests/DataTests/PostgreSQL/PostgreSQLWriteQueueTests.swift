import Domain
import Programs
import Testing

@testable import Data

@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `Waiting writes on PostgreSQL` {
  private typealias Queue = WriteQueue<PostgreSQLConnection>

  private func write(_ name: String, on counter: Int64?) -> Queue.Write {
    Queue.Write(
      name: name, extent: counter.map { .count(of: $0) } ?? .rows, perform: { _ in {} },
      refuse: { _ in })
  }

  @Test func `share a transaction only if each changes one count, ordered by counter`() {
    var writes = [
      write("a", on: 7), write("b", on: 3), write("c", on: 7), write("d", on: nil),
      write("e", on: 1), write("f", on: 2), write("g", on: 1),
    ]
    let take = PostgreSQLStore.taking(2)
    var groups: [[String]] = []
    while !writes.isEmpty { groups.append(take(&writes).map(\.name)) }
    #expect(groups == [["b", "a"], ["c"], ["d"], ["e", "f"], ["g"]])
  }

  @Test func `are answered one by one, and a refusal undoes nothing else`() async throws {
    let world = try await PostgreSQLWorld()
    let store = try await world.store()
    let (session, counter) = try await world.counting(in: store)
    try await world.run(
      """
      CREATE TABLE commits (id bigint);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO commits VALUES (pg_current_xact_id()::text::bigint); RETURN NULL; END $$;
      CREATE TRIGGER note AFTER INSERT ON changes FOR EACH ROW EXECUTE FUNCTION note();
      """)
    let answers = await withTaskGroup(of: Result<Int64, Refusal>.self) { group in
      for index in 0..<400 {
        group.addTask {
          do throws(Refusal) {
            return .success(
              try await store.record(
                CommandRequest(.add(1), expected: index % 4 == 3 ? -1 : nil),
                toCounter: counter.id, in: session
              ).outcome.count)
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.compactMap { try? $0.get() }.sorted() == Array(1...300))
    #expect(try await world.values("SELECT count FROM counters") == [300])
    let commits = try await world.values("SELECT count(DISTINCT id) FROM commits")
    #expect(try #require(commits.first) < 100)
    try await world.run("DROP TRIGGER note ON changes; DROP TABLE commits")
    #expect(try await store.faults() == [])
  }
}
