import Domain
import Doubles
import Programs
import Testing

@testable import Data

/// A counter's row is held by another client meanwhile. Who waited for it would be told that the
/// store is busy, because nobody ends that transaction before.
@Suite(
  .limited, .inOwnThreads, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)")
)
struct `Strangers on PostgreSQL` {
  private let world: PostgreSQLWorld
  private let store: PostgreSQLStore
  private let ada: Session
  private let main: Counter

  init() async throws {
    world = try await PostgreSQLWorld()
    store = try await world.store()
    (ada, main) = try await world.counting(in: store)
  }

  private func holding() async throws -> OtherClient {
    try await OtherClient(
      world.address, holding: "SELECT id FROM counters WHERE id = \(main.id) FOR UPDATE")
  }

  /// The session of somebody with whom the counter was shared once.
  private func formerMember() async throws -> Session {
    let former = try await store.signedUp("dan").session
    _ = try await store.share(main, with: former.user.username, as: .counts, in: ada)
    _ = try await store.apply([.add(3)], to: main, in: former)
    _ = try await store.unshare(main, with: former.user.username, in: ada)
    return former
  }

  @Test(arguments: [StoreThreads.callers, .dedicated])
  func `are told that there is no such counter, and wait for nothing`(threads: StoreThreads)
    async throws
  {
    let strangers = [try await store.signedUp("bea").session, try await formerMember()]
    _ = try await store.signedUp("eve")
    _ = try await store.signedUp("cat")
    let asked = try await world.store(threads: threads)
    let client = try await holding()
    for method in CounterMethod.all {
      for stranger in strangers {
        let refusal = await #expect(throws: Refusal.self) {
          try await method.call(asked, main, stranger)
        }
        let expected = Refusal.noSuchCounter(named: method.typed ?? "\(main.id)", near: nil)
        try #require(refusal == expected, "\(method)")
      }
    }
    try await client.end()
  }

  @Test func `are told so as fast in a group with those who wait`() async throws {
    let bea = try await store.signedUp("bea").session
    let asked = try await world.store()
    let client = try await holding()
    async let own = asked.apply([.add(1)], to: main, in: ada)
    try await client.isWaitedFor()
    for id in ["a", "b", "c"] {
      await #expect(throws: Refusal.noSuchCounter(named: "\(main.id)", near: nil)) {
        _ = try await asked.record(
          CommandRequest(.add(1), id: try Change.ID(checking: id)), toCounter: main.id, in: bea)
      }
    }
    try await client.end()
    #expect(try await own.outcomes.map(\.count) == [1])
  }

  @Test(arguments: [StoreThreads.callers, .dedicated])
  func `are those too who lost the access while they waited`(threads: StoreThreads) async throws {
    let dan = try await store.signedUp("dan").session
    _ = try await store.share(main, with: dan.user.username, as: .counts, in: ada)
    let asked = try await world.store(threads: threads)
    let client = try await OtherClient(
      world.address,
      holding: """
        SELECT id FROM counters WHERE id = \(main.id) FOR UPDATE;
        UPDATE members SET role = NULL WHERE counter_id = \(main.id)
        """)
    let counted = Task { [main] in try await asked.apply([.add(1)], to: main, in: dan) }
    try await client.isWaitedFor()
    try await client.end()
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      _ = try await counted.value
    }
    #expect(try await store.refreshed(main, in: ada).count == 0)
    #expect(try await store.faults() == [])
  }

  /// What a stranger asks for, of the counter with a name and an id.
  private static let requests: [(name: String, call: Request)] = [
    ("up", { store, name, _, session in try await record(.add(1), name, in: store, session) }),
    ("set", { store, name, _, session in try await record(.set(1), name, in: store, session) }),
    ("undo", { store, name, _, session in try await record(.undo, name, in: store, session) }),
    (
      "open",
      { store, name, _, session in _ = try await store.open(reference(name), in: session) }
    ),
    (
      "a tap",
      { store, _, id, session in
        _ = try await store.record(CommandRequest(.add(1)), toCounter: id, in: session)
      }
    ),
    (
      "a stream",
      { store, _, id, session in _ = try await store.counter(withID: id, in: session) }
    ),
  ]

  private typealias Request =
    @Sendable (PostgreSQLStore, _ name: String, _ id: Counter.ID, Session) async throws -> Void

  private static func record(
    _ command: CountCommand, _ name: String, in store: PostgreSQLStore, _ session: Session
  ) async throws {
    _ = try await store.record(
      CommandRequest(command), on: reference(name), creating: false, in: session)
  }

  private static let reason: Comment = "times are meaningful only on an idle machine"

  @Test(
    .serialized, .enabled(if: SecurityScale.isFull, reason), arguments: ["held", "under load"],
    [StoreThreads.callers, .dedicated])
  func `hear of a counter in use as fast as of none`(use: String, threads: StoreThreads)
    async throws
  {
    let bea = try await store.signedUp("bea").session
    let asked = try await world.store(threads: threads)
    let client = use == "held" ? try await holding() : nil
    let load = Task { [world, ada, main] in
      guard use != "held" else { return }
      try await withThrowingTaskGroup(of: Void.self) { group in
        let crowd = try await world.store()
        for _ in 1...4 {
          group.addTask {
            while !Task.isCancelled { _ = try await crowd.apply([.add(1)], to: main, in: ada) }
          }
        }
        try await group.waitForAll()
      }
    }
    for (name, call) in Self.requests {
      let difference = try await difference { isThere in
        await #expect(throws: Refusal.self) {
          try await call(
            asked, isThere ? "ada/main" : "ada/nothing", isThere ? main.id : 4_711, bea)
        }
      }
      print("\(name), \(use), \(threads): medians differ by \(difference * 100) %")
      #expect(difference < 0.05, "\(name)")
    }
    load.cancel()
    try await load.value
    try await client?.end()
  }

  /// So many that what else the machine does changes the medians by less than what is looked for.
  private static let pairs = 2_000

  /// The relative difference between the medians of interleaved calls.
  private func difference(of call: (_ isThere: Bool) async -> Void) async throws -> Double {
    var times: [Bool: [Duration]] = [:]
    for pair in 0..<(Self.pairs + 20) {
      // Neither is always the first.
      for isThere in pair.isMultiple(of: 2) ? [true, false] : [false, true] {
        let time = await ContinuousClock().measure { await call(isThere) }
        // The first ones fill caches.
        if pair >= 20 { times[isThere, default: []].append(time) }
      }
    }
    let medians = times.values.map { $0.sorted()[$0.count / 2] }.sorted()
    return (medians[1] - medians[0]) / medians[1]
  }
}
