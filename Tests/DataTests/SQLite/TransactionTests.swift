import Domain
import Foundation
import Programs
import Testing

@testable import Data

@Suite(.limited) struct `A transaction of the store` {
  @Test func `that fails leaves nothing`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    await #expect(throws: Refusal.nothingToUndo) {
      try await store.write("test") { database, _ in
        try database.run(
          "INSERT INTO users (username, username_key, password_hash, created_at) VALUES (?,?,?,?)",
          ["ada", "ada", "hash", 0])
        throw Refusal.nothingToUndo
      }
    }
    #expect(try store.values("SELECT count(*) FROM users") == ["0"])
    _ = try await folder.counting(in: store)
  }

  @Test func `whose commit fails has an unknown outcome, and the store continues`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let refusal = await #expect(throws: Refusal.self) {
      try await store.write("break a rule") { database, now in
        try database.execute("PRAGMA defer_foreign_keys = ON")
        let user = User(id: 7, username: try Username("ada"), createdAt: now)
        _ = try database.insertSession(of: user, on: Device(place: ""), now: now)
      }
    }
    guard case .store(.outcomeUnknown(nil, let cause)) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(cause.hasPrefix("break a rule: "))
    #expect(try store.values("SELECT count(*) FROM sessions") == ["0"])
    _ = try await folder.counting(in: store)
  }

  @Test func `whose commit waits too long for a reader is not committed`() async throws {
    let folder = try StoreFolder()
    let (writer, reader) = (
      try await folder.store(patience: .milliseconds(1)), try await folder.store()
    )
    let (session, counter) = try await folder.counting(in: writer)
    let refusal = try await reader.read("read for long") { database, _ in
      _ = try database.row("SELECT count(*) FROM users", [])
      let (refusal, done) = (Shared<Refusal?>(nil), DispatchSemaphore(value: 0))
      Task.detached {
        do throws(Refusal) {
          _ = try await writer.apply([.add(1)], to: counter, in: session)
        } catch {
          refusal.value = error
        }
        done.signal()
      }
      done.wait()
      return refusal.value
    }
    expect(refusal, is: { .store(.busy(cause: $0)) })
    #expect(try await writer.counters(in: session).first?.count == 0)
    #expect(try await writer.apply([.add(1)], to: counter, in: session).outcomes.count == 1)
  }

  @Test func `without disk space changes nothing, and works once there is space`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, counter) = try await folder.counting(in: store)
    try store.run("PRAGMA max_page_count = 1")
    let commands = Array(repeating: CountCommand.add(1), count: 1_000)
    let refusal = await #expect(throws: Refusal.self) {
      try await store.apply(commands, to: counter, in: session)
    }
    expect(refusal, is: { .store(.failed(cause: $0)) })
    #expect(try await store.counters(in: session) == [counter])
    try store.run("PRAGMA max_page_count = 1000000")
    #expect(try await store.apply(commands, to: counter, in: session).outcomes.last?.count == 1_000)
  }

  @Test func `of a cancelled task is still done`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, counter) = try await folder.counting(in: store)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.apply([.add(1)], to: counter, in: session)
    }
    #expect(try await task.value.outcomes.map(\.count) == [1])
  }

  @Test func `by several stores at once loses no change`() async throws {
    let folder = try StoreFolder()
    let first = try await folder.store()
    let (session, counter) = try await folder.counting(in: first)
    let counts = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try await folder.store()
          var counts: [Int64] = []
          for _ in 0..<25 {
            counts += try await store.apply([.add(1)], to: counter, in: session)
              .outcomes.map(\.count)
          }
          #expect(counts == counts.sorted())
          return counts
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(counts.sorted() == Array(1...100))
    #expect(try first.values("PRAGMA integrity_check") == ["ok"])
    #expect(try first.values("PRAGMA foreign_key_check").isEmpty)
  }
}
