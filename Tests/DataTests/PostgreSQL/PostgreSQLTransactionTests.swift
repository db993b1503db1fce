import Dispatch
import Domain
import Programs
import Testing

@testable import Data

@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `A transaction on PostgreSQL` {
  private let world: PostgreSQLWorld
  private let store: PostgreSQLStore
  private let session: Session
  private let counter: Counter

  init() async throws {
    world = try await PostgreSQLWorld()
    store = try await world.store()
    (session, counter) = try await world.counting(in: store)
  }

  private func add() async throws -> Int64? {
    try await store.apply([.add(1)], to: counter, in: session).outcomes.last?.count
  }

  private func expectUnknown(_ body: () async throws -> Void) async {
    let refusal = await #expect(throws: Refusal.self) { try await body() }
    guard case .store(.outcomeUnknown) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test(arguments: [
    (Duration.milliseconds(10), "10ms"), (.seconds(10), "9s"), (.seconds(600), "9s"),
  ])
  func `waits for a lock less long than for an answer`(limit: Duration, expected: String)
    async throws
  {
    let setting: String? = try await blocking { [world] in
      let connection = try PostgreSQLConnection(world.address, patience: .seconds(10))
      try connection.execute("BEGIN")
      try connection.waitForLocks(upTo: limit)
      return try connection.value("SELECT current_setting('lock_timeout')", [])
    }
    #expect(setting == expected)
  }

  @Test(arguments: ["40001", "40P01"])
  func `that conflicts with another is done again`(state: String) async throws {
    try await world.atCommit(
      "IF attempt < 3 THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '\(state)'; END IF")
    #expect(try await add() == 1)
    #expect(try await world.values("SELECT count(*) FROM changes") == [1])
    #expect(try await world.values("SELECT last_value FROM attempts") == [3])
  }

  @Test(
    arguments: [
      (
        "53100", Refusal.store(.database(.diskFull, cause: "change a count: no (PostgreSQL 53100)"))
      ),
      ("58030", .store(.failed(cause: "no"))),
    ])
  func `that PostgreSQL refuses at COMMIT changes nothing`(state: String, expected: Refusal)
    async throws
  {
    try await world.atCommit(
      "IF attempt < 2 THEN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END IF")
    let refusal = await #expect(throws: Refusal.self) { _ = try await add() }
    #expect(refusal == expected)
    #expect(try await world.values("SELECT count(*) FROM changes") == [0])
    #expect(try await add() == 1)
  }

  @Test func `whose COMMIT is not answered has an unknown outcome, and is not repeated`()
    async throws
  {
    try await world.atCommit(
      "IF attempt < 2 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF")
    await expectUnknown { _ = try await add() }
    #expect(try await world.values("SELECT last_value FROM attempts") == [1])
    #expect(try await add() == 1)
  }

  @Test func `that may not be on a standby has an unknown outcome, although it is saved`()
    async throws
  {
    try await world.atCommit(
      """
      IF attempt < 2 THEN
        RAISE WARNING 'canceling wait for synchronous replication due to user request';
      END IF
      """)
    await expectUnknown { _ = try await add() }
    #expect(try await world.values("SELECT count FROM counters") == [1])
    #expect(try await add() == 2)
  }

  @Test func `that was rolled back without an error is not acknowledged`() async throws {
    let refusal = await #expect(throws: Refusal.self) {
      try await store.write("fail silently") { database, _ in
        _ = try? database.row("SELECT 1 / 0", [])
      }
    }
    expect(refusal, is: { .store(.failed(cause: $0)) })
    #expect(try await add() == 1)
  }

  @Test func `whose connection is lost before COMMIT is done again`() async throws {
    let attempts = Shared(0)
    let count: Int64? = try await store.write("lose the connection") { [counter] database, _ in
      try database.run("UPDATE counters SET count = count + 1 WHERE id = ?", [counter.id])
      if attempts.next() < 3 {
        _ = try database.row("SELECT pg_terminate_backend(pg_backend_pid())", [])
      }
      return try database.value("SELECT count FROM counters WHERE id = ?", [counter.id])
    }
    #expect(count == 1)
    #expect(attempts.value == 3)
    #expect(try await world.values("SELECT count FROM counters") == [1])
  }

  @Test func `waits for a lock no longer than its patience`() async throws {
    let impatient = try await world.store(patience: .seconds(3))
    let refusal = try await store.write("hold the counter") { [counter, session] database, _ in
      _ = try database.access(to: counter, for: .see, in: session)
      let (refusal, done) = (Shared<Refusal?>(nil), DispatchSemaphore(value: 0))
      Task.detached {
        do throws(Refusal) {
          _ = try await impatient.apply([.add(1)], to: counter, in: session)
        } catch {
          refusal.value = error
        }
        done.signal()
      }
      done.wait()
      return refusal.value
    }
    expect(refusal, is: { .store(.busy(cause: $0)) })
    #expect(try await add() == 1)
  }

  @Test func `of a cancelled task is still done`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await add()
    }
    #expect(try await task.value == 1)
  }

  @Test func `by several stores at once loses no change, and answers each with its own count`()
    async throws
  {
    let world = world
    let (session, counter) = (session, counter)
    let other = try await store.createCounter(named: name("tea"), in: session)
    let counts = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for number in 0..<8 {
        group.addTask {
          let store = try await world.store(threads: number % 2 == 0 ? .dedicated : .callers)
          var counts: [Int64] = []
          for _ in 0..<25 {
            _ = try await store.apply([.add(1)], to: other, in: session)
            counts += try await store.apply([.add(1)], to: counter, in: session)
              .outcomes.map(\.count)
          }
          #expect(counts == counts.sorted())
          return counts
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(counts.sorted() == Array(1...200))
    #expect(try await store.faults() == [])
  }
}
