import Dispatch
import Domain
import Testing

@testable import Data

@Suite(.limited) struct `Waiting writes` {
  private let folder: StoreFolder
  private let store: SQLiteStore
  private let session: Session
  private let counter: Counter

  init() async throws {
    folder = try StoreFolder()
    store = try await folder.store()
    (session, counter) = try await folder.counting(in: store)
  }

  private typealias Answer = Result<Int64, Refusal>

  /// Queues this many writes before the first is done, and returns their answers in order.
  /// `meanwhile` sees the answers that were given before the commit ended.
  private func together(
    _ total: Int, meanwhile: (_ early: [Answer]) -> Void = { _ in },
    _ write: @escaping @Sendable (_ index: Int) async throws(Refusal) -> Int64
  ) async throws -> (answers: [Answer], trace: [String]) {
    let (answers, statements) = (Shared<[Answer]>([]), Shared<[String]>([]))
    let trace = try await store.trace(into: statements) {
      let (begun, beginning) = AsyncStream<Void>.makeStream()
      let goOn = DispatchSemaphore(value: 0)
      async let held: Void = store.outsideTransactions("hold") { _ in
        beginning.finish()
        goOn.wait()
      }
      for await _ in begun {}
      await withTaskGroup { group in
        for index in 0..<total {
          group.addTask {
            let answer: Answer
            do throws(Refusal) {
              answer = .success(try await write(index))
            } catch {
              answer = .failure(error)
            }
            answers.change { $0.append(answer) }
          }
        }
        while store.waiting.count < total { await Task.yield() }
        goOn.signal()
        while commits(statements.value) == 0 { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        meanwhile(answers.value)
      }
      try await held
    }
    return (answers.value, trace)
  }

  private func add() async throws(Refusal) -> Int64 {
    try await store.apply([.add(1)], to: counter, in: session).outcomes.last?.count ?? 0
  }

  private func commits(_ trace: [String]) -> Int { trace.count { $0 == "COMMIT" } }

  @Test(arguments: [(1, 1), (64, 1), (200, 1), (201, 2), (450, 3)])
  func `are committed together, at most 200 at a time, and each gets its own answer`(
    total: Int, commits: Int
  ) async throws {
    let (answers, trace) = try await together(total) { _ throws(Refusal) in try await add() }
    #expect(try answers.map { try $0.get() }.sorted() == Array(1...Int64(total)))
    #expect(self.commits(trace) == commits)
    #expect(try await store.faults() == [])
  }

  @Test func `are refused one by one, and a refusal undoes nothing else`() async throws {
    let (answers, trace) = try await together(8) { index throws(Refusal) in
      guard index % 4 == 3 else { return try await add() }
      return try await store.write("insert and fail") { database, _ in
        try database.run(
          "INSERT INTO users (username, username_key, password_hash, created_at) VALUES (?,?,?,?)",
          ["bob\(index)", "bob\(index)", "hash", 0])
        throw Refusal.nothingToUndo
      }
    }
    #expect(answers.compactMap { try? $0.get() }.sorted() == [1, 2, 3, 4, 5, 6])
    #expect(answers.filter { $0 == .failure(.nothingToUndo) }.count == 2)
    #expect(try store.values("SELECT username FROM users") == ["ada"])
    #expect(commits(trace) == 1)
    #expect(try await store.faults() == [])
  }

  @Test func `all have an unknown outcome when their commit fails, and the store continues`()
    async throws
  {
    let (answers, trace) = try await together(8) { index throws(Refusal) in
      guard index == 5 else { return try await add() }
      return try await store.write("break a rule") { database, now in
        try database.execute("PRAGMA defer_foreign_keys = ON")
        let user = User(id: 77, username: try Username("bob"), createdAt: now)
        _ = try database.insertSession(of: user, on: Device(place: ""), now: now)
        return 0
      }
    }
    #expect(answers.count == 8)
    for answer in answers {
      guard case .failure(.store(.outcomeUnknown(nil, _))) = answer else {
        Issue.record("\(answer)")
        continue
      }
    }
    #expect(commits(trace) == 1)
    #expect(try await store.counters(in: session).map(\.count) == [0])
    #expect(try await add() == 1)
  }

  @Test func `are all refused after an unknown outcome, which is reported once`()
    async throws
  {
    let told = Shared<[Refusal]>([])
    let store = try await SQLiteStore(
      path: folder.path, clock: folder.clock,
      whenOutcomeIsUnknown: { refusal in told.change { $0.append(refusal) } })
    for _ in 1...2 {
      await #expect(throws: Refusal.self) {
        try await store.write("break a rule") { database, now in
          try database.execute("PRAGMA defer_foreign_keys = ON")
          let user = User(id: 77, username: try Username("bob"), createdAt: now)
          _ = try database.insertSession(of: user, on: Device(place: ""), now: now)
        }
      }
    }
    guard case .store(.outcomeUnknown(nil, _)) = told.value.first else {
      Issue.record("\(told.value)")
      return
    }
    #expect(told.value.count == 1)
    await #expect(throws: told.value[0]) {
      try await store.apply([.add(1)], to: counter, in: session)
    }
    #expect(try await store.counters(in: session).map(\.count) == [0])
  }

  @Test func `are answered only after their commit`() async throws {
    let other = try await folder.store()
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let goOn = DispatchSemaphore(value: 0)
    // A commit cannot end during a read.
    async let held: Void = other.read("hold") { database, _ in
      _ = try database.row("SELECT count(*) FROM users", [])
      beginning.finish()
      goOn.wait()
    }
    for await _ in begun {}
    let (answers, _) = try await together(
      8,
      meanwhile: {
        #expect($0.isEmpty)
        goOn.signal()
      }
    ) { _ throws(Refusal) in try await add() }
    try await held
    #expect(answers.count == 8)
  }

  @Test func `of cancelled tasks are still done`() async throws {
    let (answers, _) = try await together(4) { _ throws(Refusal) in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await add()
    }
    #expect(try answers.map { try $0.get() }.sorted() == [1, 2, 3, 4])
  }

  @Test func `let other uses of the connection go on between them`() async throws {
    let isDone = Shared(false)
    let answered = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var answered = 0
          while !isDone.value, answered < 500 {
            _ = try await add()
            answered += 1
          }
          return answered
        }
      }
      try await store.outsideTransactions("look") { _ in isDone.value = true }
      return try await group.reduce(0, +)
    }
    #expect(answered < 8 * 500)
  }
}
