import Domain
import Doubles
import Synchronization
import Testing

@Suite(.limited) struct ImportAccountTests {
  private let world = TestWorld()

  private func raw(
    line: Int, id: String = "a", name: String = "main", kind: TransferRow.Kind = .change,
    change: Int64 = 1, of: String? = nil, at time: Timestamp = Timestamp(milliseconds: 5)
  ) -> RawTransferRow {
    RawTransferRow(
      line: line, id: id, name: name, time: time, kind: kind, change: change, of: of)
  }

  private func take(_ rows: RawTransferRow..., in session: Session) async throws(Refusal)
    -> ImportSummary
  {
    try await world.useCases.importAccount(from: RowSource(rows), in: session)
  }

  @Test func `rows get normalised names, and lines are reported`()
    async throws
  {
    let session = try await world.signedUp()
    let steps = Mutex<[ImportAccount.Step]>([])
    let rows = [
      raw(line: 2, id: "n", name: "cafe\u{301}", kind: .new, change: 0),
      raw(line: 4, id: "a", name: "CAF\u{C9}", change: 5),
      raw(line: 9, id: "b", name: "caf\u{E9}", kind: .undo, change: -5, of: "a"),
    ]
    let summary = try await world.useCases.importAccount(from: RowSource(rows), in: session) {
      step in steps.withLock { $0.append(step) }
    }
    #expect(summary == ImportSummary(changes: 2, newCounters: 1))
    #expect(
      steps.withLock { $0 }
        == [.read(line: 2), .read(line: 4), .read(line: 9), .saved(rows: 2)])
    let cafe = try await world.useCases.findCounter(named: "caf\u{E9}", in: session)
    #expect(cafe.name.text == "caf\u{E9}")
    let history = try await world.store.history(of: cafe, newest: 9, in: session)
    #expect(history.map(\.event) == [.made(.add(5)), .undid(.add(5), of: Change.ID("a"))])
    #expect(history.map(\.time.milliseconds) == [5, 5])
  }

  @Test func `an account is imported completely, and a second import adds nothing`() async throws {
    let ada = try await world.signedUp("ada")
    let main = try await world.openCounter(in: ada)
    _ = try await world.useCases.changeCount(
      [.add(5), .add(2), .undo, .set(40), .reset, .add(-3)], to: main, in: ada)
    let target = RowCollector()
    try await world.useCases.exportAccount(to: target, in: ada)
    let bob = try await world.signedUp("bob")
    for changes in [6, 0] as [Int64] {
      #expect(
        try await world.useCases.importAccount(from: RowSource(target.rows), in: bob)
          == ImportSummary(changes: changes, newCounters: 0))
    }
    let his = try await world.openCounter(in: bob)
    #expect(his.count == -3)
    let sums = try await world.useCases.chartCounts(of: his, by: .day, last: 1, in: bob).map(\.sum)
    #expect(sums == [2])
    #expect(
      try await world.useCases.chartCounts(of: main, by: .day, last: 1, in: ada).map(\.sum) == sums)
  }

  @Test(arguments: [
    ("", CounterName.Fault.empty), (" tea", .whiteSpaceAtEnds), ("t\u{1B}", .controlCharacter),
    (String(repeating: "x", count: 65), .tooLong),
  ])
  func `an invalid name is reported with its line, and nothing is imported`(
    name: String, fault: CounterName.Fault
  ) async throws {
    let session = try await world.signedUp()
    await #expect(throws: Refusal.badRow(line: 7, .name(fault))) {
      try await take(raw(line: 3), raw(line: 7, id: "b", name: name), in: session)
    }
    #expect(try await world.openCounter(in: session).count == 0)
  }

  @Test(arguments: ["", "a\tb", String(repeating: "x", count: 65)])
  func `an invalid identifier is reported with its line and field`(text: String) async throws {
    let session = try await world.signedUp()
    func fault(_ field: String) -> RowFault {
      text.isEmpty ? .emptyField(field) : .field(field, value: text)
    }
    await #expect(throws: Refusal.badRow(line: 7, fault("id"))) {
      try await take(raw(line: 3), raw(line: 7, id: text), in: session)
    }
    await #expect(throws: Refusal.badRow(line: 8, fault("of"))) {
      try await take(raw(line: 3), raw(line: 8, id: "b", kind: .undo, of: text), in: session)
    }
    #expect(try await world.openCounter(in: session).count == 0)
  }

  @Test func `a count out of range is reported with the line that causes it`() async throws {
    let session = try await world.signedUp()
    await #expect(throws: Refusal.badRow(line: 6, .outOfRange)) {
      try await take(
        raw(line: 2, id: "a", change: .max), raw(line: 4, id: "b", name: "tea", change: .max),
        raw(line: 6, id: "c", change: 1), raw(line: 8, id: "d", name: "tea", change: 1),
        in: session)
    }
    #expect(try await world.store.counters(in: session).map(\.count) == [0])
  }

  @Test func `an amount that cannot be undone is reported with its line`() async throws {
    let session = try await world.signedUp()
    await #expect(throws: Refusal.badRow(line: 3, .outOfRange)) {
      try await take(raw(line: 2), raw(line: 3, id: "b", change: .min), in: session)
    }
    #expect(try await world.openCounter(in: session).count == 0)
  }

  @Test(arguments: [TransferRow.Kind.new, .change])
  func `a future time is reported with its line, except for small clock differences`(
    kind: TransferRow.Kind
  ) async throws {
    let session = try await world.signedUp()
    let limit = world.clock.now.adding(seconds: 300)
    let next = Timestamp(milliseconds: limit.milliseconds + 1)
    await #expect(throws: Refusal.badRow(line: 3, .inFuture)) {
      try await take(
        raw(line: 2, at: limit), raw(line: 3, id: "b", kind: kind, at: next), in: session)
    }
    #expect(try await world.openCounter(in: session).count == 0)
    _ = try await take(raw(line: 2, kind: kind, at: limit), in: session)
    world.clock.advance(seconds: 1)
    _ = try await take(raw(line: 2, id: "b", kind: kind, at: next), in: session)
  }

  @Test func `a row is refused before a later error of its source, also on one page`()
    async throws
  {
    let session = try await world.signedUp()
    let rows = [raw(line: 1), raw(line: 2, name: ""), raw(line: 3, id: "c", change: .min)]
    let source = RowSource(rows, pageLength: 3, then: .badRow(line: 4, .malformed))
    await #expect(throws: Refusal.badRow(line: 2, .name(.empty))) {
      try await world.useCases.importAccount(from: source, in: session)
    }
    #expect(try await world.openCounter(in: session).count == 0)
  }

  @Test func `an error of the source ends the import, and nothing is imported`() async throws {
    let session = try await world.signedUp()
    let source = RowSource([raw(line: 1)], then: .badRow(line: 2, .malformed))
    await #expect(throws: Refusal.badRow(line: 2, .malformed)) {
      try await world.useCases.importAccount(from: source, in: session)
    }
    #expect(try await world.openCounter(in: session).count == 0)
  }
}
