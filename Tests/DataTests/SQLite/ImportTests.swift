import CSQLite
import Domain
import Foundation
import Testing

@testable import Data

@Suite struct `An import into the store` {
  @Test func `can be taken back and made again after a restart`() async throws {
    let folder = try StoreFolder()
    let first = try folder.store()
    let (session, main) = try await folder.counting(in: first)
    try await first.take(
      try row("a", .change, 10), try row("b", .undo, -10, of: "a"), try row("c", .set, 7),
      try row("d", .change, 5), in: session)
    try first.queue.close()
    let second = try folder.store()
    let applied = try await second.apply([.undo], to: main, in: session)
    #expect(applied.outcomes.map(\.count) == [0])
    try second.queue.close()
    let third = try folder.store()
    let unit = Edit.imported(changes: 4)
    let again = try await third.apply([.redo, .undo], to: main, in: session)
    #expect(
      again.outcomes.map(\.event)
        == [.redid(unit, of: Change.ID("d")), .undid(unit, of: Change.ID("d"))])
    #expect(again.outcomes.map(\.count) == [12, 0])
    #expect(try third.values("SELECT undone FROM changes WHERE seq <= 4") == ["1", "1", "1", "1"])
  }

  @Test func `tells how many rows are saved, some thousands at a time`() async throws {
    let folder = try StoreFolder()
    let store = try folder.store()
    let (session, _) = try await folder.counting(in: store)
    let (line, saved) = (Shared(0), Shared<[Int64]>([]))
    let total = Int(Import.stepLength) + 2
    let summary = try await store.importRows(
      { () throws(Refusal) in
        let number = line.next()
        guard number <= total else { return nil }
        do {
          return (number, try row("\(number)", .change, 1, in: number == 7 ? "tea" : "main"))
        } catch { throw .storeFailed(cause: "\(error)") }
      }, in: session, saved: { rows in saved.change { $0.append(rows) } })
    #expect(summary == ImportSummary(changes: Int64(total), newCounters: 1))
    #expect(saved.value == [Import.stepLength, Int64(total) - 1, Int64(total)])
    #expect(try await store.faults() == [])
  }

  @Test func `lets others write while its rows are read`() async throws {
    let folder = try StoreFolder()
    let (importing, other) = (try folder.store(), try folder.store())
    let (session, main) = try await folder.counting(in: importing)
    let line = Shared(0)
    let counts = Shared<[Int64]>([])
    let summary = try await importing.importRows(
      { () throws(Refusal) in
        let number = line.next()
        guard number <= 3 else { return nil }
        let done = DispatchSemaphore(value: 0)
        Task.detached {
          defer { done.signal() }
          let applied = try await other.apply([.add(1)], to: main, in: session)
          counts.change { $0 += applied.outcomes.map(\.count) }
        }
        done.wait()
        do { return (number, try row("\(number)", .change, 100)) } catch {
          throw .storeFailed(cause: "\(error)")
        }
      }, in: session)
    #expect(summary.changes == 3)
    #expect(counts.value == [1, 2, 3])
    #expect(try await other.counters(in: session).map(\.count) == [303])
    #expect(try importing.values("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `counts on from what others wrote while its rows were read`() async throws {
    let folder = try StoreFolder()
    let (importing, other) = (try folder.store(), try folder.store())
    let (session, _) = try await folder.counting(in: importing)
    let rows = [
      try row("a", .change, 1), try row("b", .change, 10), try row("c", .undo, -10, of: "b"),
      try row("d", .change, 100),
    ]
    let line = Shared(0)
    let summary = try await importing.importRows(
      { () throws(Refusal) in
        let number = line.next()
        if number == 2 {
          let done = DispatchSemaphore(value: 0)
          Task.detached {
            defer { done.signal() }
            try await other.take(rows[1], try row("e", .change, 1_000), in: session)
          }
          done.wait()
        }
        return number <= rows.count ? (number, rows[number - 1]) : nil
      }, in: session)
    #expect(summary == ImportSummary(changes: 3, newCounters: 0))
    let main = try #require(try await other.counters(in: session).first)
    let history = try await other.history(of: main, newest: 9, in: session)
    #expect(history.map(\.count) == [10, 1_010, 1_011, 1_001, 1_101])
    #expect(history[3].event == .undid(.add(10), of: Change.ID("b")))
    #expect(try await other.sums(of: main, between: always, in: session) == [1_101])
  }

  @Test func `of a cancelled task is done all the same`() async throws {
    let folder = try StoreFolder()
    let store = try folder.store()
    let (session, _) = try await folder.counting(in: store)
    let new = try row("a", .change, 5)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.take(new, in: session)
    }
    #expect(try await task.value.changes == 1)
  }

  @Test(arguments: [1, 500, 1_000])
  func `leaves the file as it was when one row is bad`(_ bad: Int) async throws {
    let folder = try StoreFolder()
    let store = try folder.store()
    let (session, main) = try await folder.counting(in: store)
    _ = try await store.apply([.set(.max - 1_000), .undo], to: main, in: session)
    _ = try await store.apply([.redo], to: main, in: session)
    let before = try content(of: folder.path)
    var rows: [TransferRow] = []
    for number in 1...1_000 {
      rows.append(
        try row(
          "\(number)", .change, number == bad ? 1_001 : number % 2 == 1 ? 1 : -1,
          in: number == bad || number % 3 > 0 ? "main" : "c\(number)"))
    }
    await #expect(throws: Refusal.badRow(line: bad, .outOfRange)) {
      try await store.take(rows, in: session)
    }
    #expect(try content(of: folder.path) == before)
  }

  @Test func `gives back what it took of the disk, whatever came of it`() async throws {
    let folder = try StoreFolder()
    let store = try folder.store()
    let (session, _) = try await folder.counting(in: store)
    let usualCache = try store.values("PRAGMA cache_size")
    let rows = try (1...20_000).map { try row("row \($0)", .change, 1) }
    try await store.take(rows, in: session)
    await #expect(throws: Refusal.badRow(line: 1, .outOfRange)) {
      try await store.take(try row("x", .change, .max), in: session)
    }
    #expect(try store.values("SELECT count(*) FROM temp.sqlite_schema") == ["0"])
    #expect(try store.values("PRAGMA temp.page_count") == ["0"])
    #expect(try store.values("PRAGMA cache_size") == usualCache)
  }

  @Test func `is as much more work as it has more rows, also where they are there already`()
    async throws
  {
    let few = try await steps(ofImporting: 4_000)
    let many = try await steps(ofImporting: 40_000)
    for (few, many) in zip(few, many) {
      #expect(many < few * 12, "\(few) and \(many) hundred steps")
    }
  }

  /// How many steps of SQLite it takes to import rows into a new store, and again, in hundreds.
  private func steps(ofImporting count: Int) async throws -> [Int] {
    let folder = try StoreFolder()
    let store = try folder.store()
    let (session, _) = try await folder.counting(in: store)
    let rows = try (1...count).map { number in
      try row("row \(number)", number % 10 == 0 ? .undo : .change, 1, of: "row \(number - 1)")
    }
    let counter = StepCounter()
    counter.count(in: store)
    var steps: [Int] = []
    for expected in [Int64(count), 0] {
      #expect(try await store.take(rows, in: session).changes == expected)
      steps.append(counter.hundreds.value - steps.reduce(0, +))
    }
    #expect(try store.values("PRAGMA foreign_key_check").isEmpty)
    counter.end(in: store)
    return steps
  }
}

/// Counts what SQLite does, in hundreds of steps of its virtual machine.
private final class StepCounter: Sendable {
  let hundreds = Shared(0)

  /// Begins to count; ends with `end`, before this object does.
  func count(in store: SQLiteStore) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    store.queue.writeWithoutTransaction { database in
      let count: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
        guard let context else { return 0 }
        _ = Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().hundreds.next()
        return 0
      }
      sqlite3_progress_handler(database.sqliteConnection, 100, count, context)
    }
  }

  func end(in store: SQLiteStore) {
    store.queue.writeWithoutTransaction {
      sqlite3_progress_handler($0.sqliteConnection, 0, nil, nil)
    }
  }
}
