import Domain
import Testing

@testable import Data

@Suite(.limited) struct `A long history` {
  private let folder: StoreFolder
  private let store: SQLiteStore
  private let session: Session
  private let counter: Counter

  init() async throws {
    folder = try StoreFolder()
    store = try await folder.store()
    (session, counter) = try await folder.counting(in: store)
  }

  private let allTime = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)

  private func transactions(_ trace: [String]) -> Int { trace.count { $0.hasPrefix("BEGIN") } }

  @Test func `is read and exported in pages, each in its own transaction`() async throws {
    let length = HistoryPage.usualLength * 2 + 1
    try store.fill(counter, with: length, until: folder.clock.now)
    var pages: [Int] = []
    var trace = try await store.trace {
      try await store.readHistory(of: counter, newest: .max, during: nil, in: session) {
        pages.append($0.count)
      }
    }
    #expect(pages == [HistoryPage.usualLength, HistoryPage.usualLength, 1])
    #expect(transactions(trace) >= 3)
    trace = try await store.trace {
      let rows = try await store.exported(in: session)
      #expect(rows.count == length + 1)
    }
    #expect(transactions(trace) >= 3)
    #expect(try await store.faults() == [])
  }

  @Test func `finds the newest changes of a period, however old`() async throws {
    let length = HistoryPage.usualLength * 2 + 1
    try store.fill(counter, with: length, until: folder.clock.now)
    let half = folder.clock.now.adding(seconds: -Int64(length / 2))
    let early = Timestamp(milliseconds: .min)..<half
    for limit in [1, HistoryPage.usualLength, length / 2 - 1, length / 2, length] {
      let changes = try await store.history(
        of: counter, newest: limit, during: early, in: session)
      #expect(changes.last?.count == Int64(length / 2))
      #expect(changes.count == min(limit, length / 2))
    }
    let late = try await store.history(
      of: counter, newest: 2, during: half..<Timestamp(milliseconds: .max), in: session)
    #expect(late.map(\.count) == [Int64(length - 1), Int64(length)])
    #expect(
      try await store.numbers(ofNewest: length - 1, of: counter, during: allTime, in: session)
        == 2...Int64(length))
  }

  @Test func `is summed in pages, so that others do not wait`()
    async throws
  {
    let length = HistorySQL.timePageLength * 2 + 2
    try store.fill(counter, with: length, until: folder.clock.now)
    // One moment has more entries than a page.
    try store.run(
      "UPDATE changes SET time = \(folder.clock.now.milliseconds) WHERE seq > \(length / 2 - 1)")
    let middle = folder.clock.now.adding(seconds: -Int64(length) + 10)
    let trace = try await store.trace {
      let sums = try await store.sums(
        of: counter,
        between: [
          Timestamp(milliseconds: .min), middle, middle, folder.clock.now,
          Timestamp(milliseconds: .max),
        ],
        in: session)
      #expect(sums == [9, 0, Int64(length / 2 - 10), Int64(length / 2 + 1)])
    }
    #expect(transactions(trace) >= 3)
    #expect(
      try await store.history(of: counter, newest: 2, during: allTime, in: session).map(\.count)
        == [Int64(length - 1), Int64(length)])
  }

  @Test(arguments: [
    "UPDATE counters SET last_seq = 9000000000000",
    "UPDATE counters SET last_seq = 9223372036854775807",
    "UPDATE changes SET seq = 9000000000000 WHERE seq = 3; UPDATE counters SET last_seq = 9000000000000",
  ])
  func `ends with its last row, whatever its recorded length`(_ sql: String) async throws {
    _ = try await store.apply([.add(1), .add(2), .add(3)], to: counter, in: session)
    try store.run(sql)
    #expect(try await store.exported(in: session).map(\.change) == [0, 1, 2, 3])
    let changes = try await store.history(
      of: counter, newest: .max, during: allTime, in: session)
    #expect(changes.map(\.amount) == [1, 2, 3])
  }

  /// Writers wait for readers.
  @Test func `is checked in a copy`() async throws {
    _ = try await store.apply([.add(1)], to: counter, in: session)
    let trace = try await store.trace {
      let faults = try await store.faults()
      #expect(faults == [])
    }
    #expect(!trace.isEmpty)
    #expect(trace.filter { $0.contains("changes") || $0.contains("integrity_check") } == [])
  }
}
