import CSQLite
import Domain
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `An import into the store` {
  @Test func `can be undone and redone after a restart`() async throws {
    let folder = try StoreFolder()
    let first = try await folder.store()
    let (session, main) = try await folder.counting(in: first)
    try await first.take(
      try row("a", .change, 10), try row("b", .undo, -10, of: "a"), try row("c", .set, 7),
      try row("d", .change, 5), in: session)
    first.close()
    let second = try await folder.store()
    let applied = try await second.apply([.undo], to: main, in: session)
    #expect(applied.outcomes.map(\.count) == [0])
    second.close()
    let third = try await folder.store()
    let unit = Edit.imported(changes: 4)
    let again = try await third.apply([.redo, .undo], to: main, in: session)
    #expect(
      again.outcomes.map(\.event)
        == [.redid(unit, of: Change.ID("d")), .undid(unit, of: Change.ID("d"))])
    #expect(again.outcomes.map(\.count) == [12, 0])
    #expect(try third.values("SELECT undone FROM changes WHERE seq <= 4") == ["1", "1", "1", "1"])
  }

  @Test func `reports the number of saved rows every few thousand`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, _) = try await folder.counting(in: store)
    let saved = Shared<[Int64]>([])
    let total = Int(ImportSQL.stepLength) + 2
    let rows = try (1...total).map {
      try row("\($0)", .change, 1, in: $0 == 7 ? "tea" : "main")
    }
    let summary = try await store.importRows(
      Pages(rows), isTrial: false, in: session, saved: { rows in saved.change { $0.append(rows) } })
    #expect(summary == ImportSummary(changes: Int64(total), newCounters: 1))
    #expect(saved.value == [ImportSQL.stepLength, Int64(total) - 1, Int64(total)])
    #expect(try await store.faults() == [])
  }

  @Test(arguments: [SQLiteStore.Threads.dedicated, .callers])
  func `lets others write while its rows are read`(_ threads: SQLiteStore.Threads) async throws {
    let folder = try StoreFolder()
    let (importing, other) = (try await folder.store(threads: threads), try await folder.store())
    let (session, main) = try await folder.counting(in: importing)
    let rows = try (1...3).map { try row("\($0)", .change, 100) }
    let counts = Shared<[Int64]>([])
    let summary = try await importing.importRows(
      Pages { number throws(Refusal) in
        // Another process, and another person in this one.
        for store in [other, importing] {
          let applied = try await store.apply([.add(1)], to: main, in: session)
          counts.change { $0 += applied.outcomes.map(\.count) }
        }
        return number <= rows.count ? [ImportRow(line: number, row: rows[number - 1])] : nil
      }, in: session)
    #expect(summary.changes == 3)
    #expect(counts.value == Array(1...8))
    #expect(try await other.counters(in: session).map(\.count) == [308])
    #expect(try importing.values("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `continues from what others wrote while its rows were read`() async throws {
    let folder = try StoreFolder()
    let (importing, other) = (try await folder.store(), try await folder.store())
    let (session, _) = try await folder.counting(in: importing)
    let rows = [
      try row("a", .change, 1), try row("b", .change, 10), try row("c", .undo, -10, of: "b"),
      try row("d", .change, 100),
    ]
    let others = [rows[1], try row("e", .change, 1_000)]
    let summary = try await importing.importRows(
      Pages { number throws(Refusal) in
        if number == 2 { _ = try await other.importRows(Pages(others), in: session) }
        return number <= rows.count ? [ImportRow(line: number, row: rows[number - 1])] : nil
      }, in: session)
    #expect(summary == ImportSummary(changes: 3, newCounters: 0))
    let main = try #require(try await other.counters(in: session).first)
    let history = try await other.history(of: main, newest: 9, in: session)
    #expect(history.map(\.count) == [10, 1_010, 1_011, 1_001, 1_101])
    #expect(history[3].event == .undid(.add(10), of: Change.ID("b")))
    #expect(try await other.sums(of: main, between: always, in: session) == [1_101])
  }

  @Test func `can run beside others in one process, each with its own rows`()
    async throws
  {
    let folder = try StoreFolder()
    let store = try await folder.store()
    var people: [(session: Session, counter: Counter)] = []
    for name in ["ada", "bea", "cleo"] {
      people.append(try await folder.counting(in: store, as: name))
    }
    let changes = try await withThrowingTaskGroup(of: Int64.self) { group in
      for (index, (session, _)) in people.enumerated() {
        let rows = try (1...500 * (index + 1)).map { try row("\($0)", .change, 1) }
        group.addTask {
          try await store.importRows(Pages(rows, length: 7), in: session).changes
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(changes.sorted() == [500, 1_000, 1_500])
    for (index, (session, counter)) in people.enumerated() {
      #expect(try await store.refreshed(counter, in: session).count == 500 * (Int64(index) + 1))
    }
    #expect(try await store.faults() == [])
  }

  @Test func `stages its rows even while a program without the lock writes`() async throws {
    let folder = try StoreFolder()
    let (store, other) = (try await folder.store(), try await folder.store())
    let (session, main) = try await folder.counting(in: store)
    let stage = try store.stage(on: SQLiteLane(thread: nil), in: session)
    let rows = try (1...3).map { ImportRow(line: $0, row: try row("\($0)", .change, 1)) }
    try other.writer.once { database in
      try database.execute("BEGIN EXCLUSIVE")
      defer { try? database.execute("COMMIT") }
      try stage.append(rows)
    }
    #expect(try store.takeIn(stage, in: session, saved: { _ in }).changes == 3)
    #expect(try await store.refreshed(main, in: session).count == 3)
  }

  @Test func `is refused when the store was moved, and creates nothing in its place`()
    async throws
  {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, _) = try await folder.counting(in: store)
    try FileManager.default.moveItem(atPath: folder.path, toPath: folder.folder.file("moved.db"))
    let cause = "its file was moved or removed in the meantime"
    let new = try row("a", .change, 5)
    await #expect(throws: Refusal.store(.unopenable(cause: cause))) {
      try await store.take(new, in: session)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `of a cancelled task is still done`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, _) = try await folder.counting(in: store)
    let new = try row("a", .change, 5)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.take(new, in: session)
    }
    #expect(try await task.value.changes == 1)
  }

  @Test(arguments: [1, 500, 1_000])
  func `leaves the file unchanged when one row is bad`(_ bad: Int) async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
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

  @Test func `frees its disk space in every case`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, _) = try await folder.counting(in: store)
    let before = try descriptors(of: folder)
    let (good, bad) = (try row("a", .change, 1), try row("x", .change, .max))
    try await store.take(good, in: session)
    await #expect(throws: Refusal.badRow(line: 1, .outOfRange)) {
      try await store.take(bad, in: session)
    }
    await #expect(throws: Refusal.input(.notUTF8)) {
      try await store.importRows(
        Pages { number throws(Refusal) in
          guard number == 1 else { throw .input(.notUTF8) }
          return [ImportRow(line: 1, row: good)]
        }, in: session)
    }
    #expect(try descriptors(of: folder) == before)
  }

  /// How many files of the folder this process has open.
  private func descriptors(of folder: StoreFolder) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(name)")
      return target?.hasPrefix(folder.folder.path) == true
    }
  }

  @Test func `takes time proportional to its rows, also when they exist already`()
    async throws
  {
    let few = try await steps(ofImporting: 4_000)
    let many = try await steps(ofImporting: 40_000)
    for (few, many) in zip(few, many) {
      #expect(many < few * 12, "\(few) and \(many) hundred steps")
    }
  }

  @Test func `takes time proportional to its counters, also when they exist already`()
    async throws
  {
    let few = try await steps(ofImporting: 300, counters: 300)
    let many = try await steps(ofImporting: 3_000, counters: 3_000)
    for (few, many) in zip(few, many) {
      #expect(many < few * 12, "\(few) and \(many) hundred steps")
    }
  }

  /// The SQLite steps, in hundreds, to import rows into a new store, and again.
  private func steps(ofImporting count: Int, counters: Int = 1) async throws -> [Int] {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, _) = try await folder.counting(in: store)
    let rows = try (1...count).map { number in
      if counters > 1 {
        try row("row \(number)", .change, 1, in: "counter \(number % counters)")
      } else {
        try row("row \(number)", number % 10 == 0 ? .undo : .change, 1, of: "row \(number - 1)")
      }
    }
    let counter = StepCounter()
    var steps: [Int] = []
    let lines = rows.enumerated().map { ImportRow(line: $0 + 1, row: $1) }
    for expected in [Int64(count), 0] {
      let stage = try store.stage(on: SQLiteLane(thread: nil), in: session)
      try counter.count(in: stage)
      try stage.append(lines)
      #expect(try store.takeIn(stage, in: session, saved: { _ in }).changes == expected)
      try counter.end(in: stage)
      steps.append(counter.hundreds.value - steps.reduce(0, +))
    }
    #expect(try store.values("PRAGMA foreign_key_check").isEmpty)
    return steps
  }
}

/// Counts the steps of SQLite's virtual machine, in hundreds.
private final class StepCounter: Sendable {
  let hundreds = Shared(0)

  /// Starts counting; `end` must be called before this object is freed.
  func count(in stage: ImportStage) throws {
    try stage.lane.once { database in
      let context = Unmanaged.passUnretained(self).toOpaque()
      let count: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
        guard let context else { return 0 }
        _ = Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().hundreds.next()
        return 0
      }
      sqlite3_progress_handler(database.connection, 100, count, context)
    }
  }

  func end(in stage: ImportStage) throws {
    try stage.lane.once { sqlite3_progress_handler($0.connection, 0, nil, nil) }
  }
}
