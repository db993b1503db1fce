import Data
import Doubles
import Domain
import Programs
import Testing

extension FaultTests {
  /// Two servers, each with many clients, change one counter in PostgreSQL.
  @Suite struct ManyClientsTests {
    private static let row = "PostgreSQL: 2 servers, 8 clients each x 200 changes of one counter"

    @Test(.needsPostgreSQL(for: row))
    func `Groups of changes of two servers count each change once`() async throws {
      let changes = Scale.count(200)
      let cluster = try await Cluster()
      let address = try PostgreSQLAddress(cluster.tally.store)
      let token = try #require(try await cluster.tally.token())
      let counts = try await withThrowingTaskGroup(of: [Int64].self) { group in
        for _ in 1...2 {
          let store = try await PostgreSQLStore(
            at: address, clock: WallClock(), makesStore: false, patience: patience)
          let session = try await store.resumeSession(token)
          let counter = try #require(try await store.openCounter(in: session))
          for _ in 1...8 {
            group.addTask {
              var counts: [Int64] = []
              for _ in 1...changes {
                counts += try await store.apply([.add(1)], to: counter, in: session)
                  .outcomes.map(\.count)
              }
              return counts
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let increasing = counts.filter { $0 == $0.sorted() }.count
      let all = counts.joined().sorted()
      let expected = (1...Int64(16 * changes)).map(\.self)
      let faults = try await cluster.tally.faults()
      Figures.note(
        Self.row, asked: "exactly \(16 * changes), increasing for each client",
        reached: "\(Set(all).count) different, up to \(all.last ?? 0), "
          + "increasing for \(increasing) of \(counts.count)")
      #expect(all == expected)
      #expect(increasing == counts.count)
      #expect(faults == "")
    }
  }
}
