import Domain
import Doubles
import Programs
import Testing

@testable import Data

/// An operation that has to wait.
struct WaitingOperation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let call: @Sendable (PostgreSQLStore, Session, Counter) async throws -> Void

  init(
    _ name: String,
    _ call: @escaping @Sendable (PostgreSQLStore, Session, Counter) async throws -> Void
  ) {
    testDescription = name
    self.call = call
  }

  /// All that does not work on whole histories.
  static let all = [
    WaitingOperation("attempt") { store, _, _ in _ = try await store.countAttempt(at: "ada") },
    WaitingOperation("login") { store, session, _ in
      _ = try await store.beginSession(
        with: Credentials(user: session.user, passwordHash: PasswordHash("hash of ada")),
        newHash: nil, on: Device(place: "tty2"))
    },
    WaitingOperation("sign-up") { store, _, _ in _ = try await store.signedUp("new") },
    WaitingOperation("up") { store, session, _ in
      _ = try await store.record(
        CommandRequest(.add(1)), on: reference("main"), creating: false, in: session)
    },
    WaitingOperation("a tap") { store, session, counter in
      _ = try await store.record(CommandRequest(.add(1)), toCounter: counter.id, in: session)
    },
    WaitingOperation("new") { store, session, _ in
      _ = try await store.createCounter(named: name("tea"), in: session)
    },
    WaitingOperation("share") { store, session, counter in
      _ = try await store.share(counter, with: Username("bea"), as: .counts, in: session)
    },
    WaitingOperation("rename") { store, session, counter in
      _ = try await store.rename(counter, to: name("tea"), in: session)
    },
    WaitingOperation("password") { store, session, _ in
      try await store.changePassword(to: PasswordHash("new"), in: session)
    },
    WaitingOperation("logout everywhere") { store, session, _ in
      try await store.endAllSessions(of: session)
    },
  ]
}

@Suite(
  .limited, .inOwnThreads, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)")
)
struct `Waiting for others on PostgreSQL` {
  private let world: PostgreSQLWorld
  private let store: PostgreSQLStore
  private let ada: Session
  private let main: Counter

  init() async throws {
    world = try await PostgreSQLWorld()
    store = try await world.store()
    (ada, main) = try await world.counting(in: store)
    _ = try await store.signedUp("bea")
  }

  private static let tables = [
    "users", "sessions", "throttles", "devices", "counters", "members", "changes",
  ]

  @Test(arguments: WaitingOperation.all, [StoreThreads.callers, .dedicated])
  func `ends within the patience, whatever the server does`(
    operation: WaitingOperation, threads: StoreThreads
  ) async throws {
    // Longer than the patience, and shorter than work on whole histories may take.
    try await world.run(
      "CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS "
        + "'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';"
        + Self.tables.map {
          "CREATE TRIGGER hang AFTER INSERT OR UPDATE OR DELETE ON \($0) EXECUTE FUNCTION hang();"
        }.joined())
    let asked = try await world.store(threads: threads, patience: .seconds(5))
    let refusal = await #expect(throws: Refusal.self) { try await operation.call(asked, ada, main) }
    expect(refusal, is: { .store(.busy(cause: $0)) })
  }

  @Test(arguments: [StoreThreads.callers, .dedicated])
  func `an undo of a long import may take longer, and others' changes go on meanwhile`(
    threads: StoreThreads
  ) async throws {
    let bea = try await store.loggedInAsBea()
    let beas = try #require(try await store.openCounter(in: bea))
    let rows = try (0...UndoMarks<PostgreSQLConnection>.shortLength).map { number in
      try row("r\(number)", .change, 1)
    }
    try await store.take(rows, in: ada)
    try await world.run(
      """
      CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN IF NEW.undone > 0 THEN PERFORM pg_sleep(31); END IF; RETURN NULL; END';
      CREATE TRIGGER rest AFTER UPDATE ON changes FOR EACH ROW WHEN (NEW.seq = 1)
      EXECUTE FUNCTION rest()
      """)
    let asked = try await world.store(threads: threads, patience: .seconds(30))
    async let undone = asked.apply([.undo], to: main, in: ada)
    let counted = try await (threads == .dedicated ? asked : store).apply(
      [.add(1)], to: beas, in: bea)
    #expect(counted.outcomes.map(\.count) == [1])
    #expect(try await undone.outcomes.map(\.count) == [0])
  }

  @Test(arguments: WaitingOperation.all)
  func `ends within the patience, whatever others lock`(operation: WaitingOperation) async throws {
    let asked = try await world.store(patience: .seconds(5))
    let client = try await OtherClient(
      world.address, holding: "LOCK TABLE \(Self.tables.joined(separator: ", "))")
    let refusal = await #expect(throws: Refusal.self) { try await operation.call(asked, ada, main) }
    expect(refusal, is: { .store(.busy(cause: $0)) })
    try await client.end()
    try await operation.call(store, ada, main)
  }

  /// Who waits goes on waiting until nobody else does.
  @Test(arguments: WaitingOperation.all.filter { $0.testDescription != "sign-up" })
  func `holds up nobody else's writes`(operation: WaitingOperation) async throws {
    let bea = try await store.loggedInAsBea()
    let beas = try #require(try await store.openCounter(in: bea))
    let client = try await OtherClient(
      world.address,
      holding: """
        SELECT id FROM users WHERE username = 'ada' FOR UPDATE;
        SELECT id FROM counters WHERE id = \(main.id) FOR UPDATE;
        INSERT INTO throttles SELECT sha256('ada'), 0, 0
        """)
    let waiting = Shared<Result<Void, Refusal>?>(nil)
    let task = Task { [store, ada, main] in
      do {
        try await operation.call(store, ada, main)
        waiting.value = .success(())
      } catch {
        waiting.value = .failure(error as? Refusal ?? .input(.interrupted))
      }
    }
    try await client.isWaitedFor()
    for count in 1...5 {
      #expect(
        try await store.apply([.add(1)], to: beas, in: bea).outcomes.map(\.count) == [Int64(count)])
      _ = try await store.createCounter(named: name("tea \(count)"), in: bea)
    }
    #expect(waiting.value == nil)
    try await client.end("ROLLBACK")
    await task.value
    #expect(throws: Never.self) { try waiting.value?.get() }
  }

  @Test func `for one row, of many changes that waited together, leaves the others done`()
    async throws
  {
    let bea = try await store.loggedInAsBea()
    let beas = try #require(try await store.openCounter(in: bea))
    let client = try await OtherClient(
      world.address, holding: "SELECT id FROM counters WHERE id = \(main.id) FOR UPDATE")
    let held = (1...20).map { _ in
      Task { [store, ada, main] in
        try await store.apply([.add(1)], to: main, in: ada).outcomes.map(\.count)
      }
    }
    try await client.isWaitedFor()
    for count in 1...20 {
      #expect(
        try await store.apply([.add(1)], to: beas, in: bea).outcomes.map(\.count) == [Int64(count)])
    }
    try await client.end()
    var counts: [Int64] = []
    for task in held { counts += try await task.value }
    #expect(counts.sorted() == Array(1...20))
    #expect(try await store.faults() == [])
  }
}

extension PostgreSQLStore {
  fileprivate func loggedInAsBea() async throws -> Session {
    let credentials = try #require(try await countAttempt(at: "bea"))
    return try await beginSession(with: credentials, newHash: nil, on: Device(place: "tty2"))
      .session
  }
}
