import Dispatch
import Domain
import Programs
import Testing

@testable import Data

@Suite(.limited, .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
struct `Changes that wait together, on PostgreSQL` {
  private let world: PostgreSQLWorld
  private let store: PostgreSQLStore
  private let ada: Session
  private let main: Counter

  init() async throws {
    world = try await PostgreSQLWorld()
    store = try await world.store()
    (ada, main) = try await world.counting(in: store)
  }

  private typealias Answer = Result<BatchResult, Refusal>

  /// A change of the shared counter.
  private struct Change: Sendable {
    let command: CountCommand
    let counter: Counter
    let session: Session
  }

  /// Makes changes that all wait, in this order, before the first one is done.
  private func together(_ changes: [Change]) async -> [Answer] {
    let goOn = DispatchSemaphore(value: 0)
    store.writer.schedule { goOn.wait() }
    return await withTaskGroup(of: Answer.self) { [store] group in
      for (index, change) in changes.enumerated() {
        group.addTask {
          do throws(Refusal) {
            return .success(
              try await store.apply([change.command], to: change.counter, in: change.session))
          } catch {
            return .failure(error)
          }
        }
        while store.waiting.count <= index { await Task.yield() }
      }
      goOn.signal()
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func counts(_ answers: [Answer]) -> [Int64] {
    answers.compactMap { try? $0.get().outcomes.last?.count }.sorted()
  }

  private func adding(_ amount: Int64 = 1) -> Change {
    Change(command: .add(amount), counter: main, session: ada)
  }

  private var undoing: Change { Change(command: .undo, counter: main, session: ada) }

  /// An account that may do something with the counter.
  private func person(_ username: String, _ permission: Role.Permission) async throws
    -> @Sendable (CountCommand) -> Change
  {
    let session = try await store.signedUp(username).session
    _ = try await store.share(main, with: session.user.username, as: permission, in: ada)
    let counter = try await store.counter(reference("ada/main"), in: session)
    return { Change(command: $0, counter: counter, session: session) }
  }

  /// Counts the rows that are changed by an operation on a table.
  private func count(_ operation: String, on table: String) async throws {
    try await world.run(
      """
      CREATE SEQUENCE operations;
      CREATE FUNCTION operated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM nextval('operations'); RETURN NULL; END $$;
      CREATE TRIGGER operated AFTER \(operation) ON \(table)
        FOR EACH ROW EXECUTE FUNCTION operated();
      """)
  }

  private var operations: [Int64] {
    get async throws { try await world.values("SELECT last_value FROM operations") }
  }

  @Test func `add up in the period of a target, one after the other`() async throws {
    let period = Target.Period(.day, zone: "UTC0")
    _ = try await store.setTarget(Target(3, in: period), of: main, in: ada)
    _ = try await store.apply([.add(1)], to: main, in: ada)
    let answers = await together([1, 2, 3, -1].map { adding($0) } + [undoing])
    #expect(
      try answers.flatMap { try $0.get().outcomes }.compactMap(\.added).sorted() == [2, 4, 6, 7, 7])
    #expect(try await store.refreshed(main, in: ada).added == 7)
  }

  @Test func `have one transaction, save the counter once, and get their own answers`()
    async throws
  {
    try await count("UPDATE", on: "counters")
    let answers = await together(Array(repeating: adding(), count: 64))
    #expect(counts(answers) == Array(1...64))
    #expect(try await operations == [1])
    #expect(try await world.values("SELECT count(DISTINCT xmin::text) FROM changes") == [1])
    #expect(try await world.values("SELECT count FROM counters") == [64])
  }

  @Test func `by several people keep to their rights and their own undo`() async throws {
    let bea = try await person("bea", .counts)
    let cat = try await person("cat", .views)
    let gone = try await store.signedUp("dan").session
    _ = try await store.share(main, with: gone.user.username, as: .counts, in: ada)
    try await store.endSession(gone)
    let all = (0..<24).map { number in
      switch number % 4 {
      case 0: adding()
      case 1: bea(.add(10))
      case 2: cat(.add(100))
      default: Change(command: .add(1_000), counter: main, session: gone)
      }
    }
    let answers = await together(all)
    #expect(counts(answers).count == 12)
    #expect(counts(answers).last == 66)
    #expect(answers.filter { $0 == .failure(.notLoggedIn) }.count == 6)
    #expect(try await store.faults() == [])

    let undone = await together(
      (0..<14).map {
        $0 % 2 == 0 ? Change(command: .undo, counter: main, session: ada) : bea(.undo)
      }
    )
    #expect(counts(undone).count == 12)
    #expect(try await store.counter(withID: main.id, in: ada).count == 0)
    let refusals = undone.compactMap { try? $0.get().refusal }
    #expect(refusals == [.nothingToUndo, .nothingToUndo])
    #expect(try await store.faults() == [])
  }

  @Test func `are done once although some of them are refused before they write`() async throws {
    let gone = try await store.signedUp("dan").session
    try await store.endSession(gone)
    try await count("INSERT", on: "changes")
    let answers = await together(
      (0..<16).map {
        $0 % 4 == 3 ? Change(command: .add(1), counter: main, session: gone) : adding()
      })
    #expect(counts(answers) == Array(1...12))
    #expect(try await operations == [12])
  }

  @Test func `are done one by one when the server refuses one of them`() async throws {
    try await world.run("ALTER TABLE changes ADD CHECK (amount <> 7)")
    let answers = await together((0..<16).map { adding($0 == 5 ? 7 : 1) })
    #expect(counts(answers) == Array(1...15))
    #expect(answers.count { (try? $0.get()) == nil } == 1)
    #expect(try await world.values("SELECT count(*) FROM changes") == [15])
    #expect(try await world.values("SELECT count FROM counters WHERE id = \(main.id)") == [15])
    #expect(try await add() == 16)
  }

  private func add() async throws -> Int64? {
    try await store.apply([.add(1)], to: main, in: ada).outcomes.last?.count
  }
}
